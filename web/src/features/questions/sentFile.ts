// The file of an answer, as it is sent.
export const tooLarge = 'The file is larger than 10 MB. Choose a smaller one.'

export class UnreadableFile extends Error {
  override message = 'The file could not be read. Choose it again.'
}

export const sentFile = async (file: File | null): Promise<{ name: string; content: string } | null> =>
  file === null ? null : { name: file.name.slice(-200), content: await base64Of(file) }

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '')
    reader.onerror = () => reject(new UnreadableFile())
    reader.readAsDataURL(file)
  })
}
