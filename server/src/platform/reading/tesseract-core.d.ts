// The part of tesseract.js-core that is used here; the package has no types.
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  type Api = {
    /** Returns 0 if it worked; 1 reads with the neural network only. */
    Init(path: null, language: string, engine: 1): number
    SetVariable(name: string, value: string): boolean
    /** Reads '/input'; returns 1 if it is no picture. The first argument is the orientation of EXIF. */
    SetImageFile(exif: number, angle: number, upscale: boolean): number
    Recognize(monitor: null): number
    GetTSVText(page: number): string
    Clear(): void
  }
  type Core = { FS: { writeFile(path: string, bytes: Uint8Array): void }; TessBaseAPI: new () => Api }
  export default function start(options: {
    print?: (text: string) => void
    printErr?: (text: string) => void
  }): Promise<Core>
}
