// Figures in the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/
export type Sample = { suffix?: string; labels?: Record<string, string>; value: number }
export type Family = { name: string; type: 'counter' | 'gauge' | 'histogram'; help: string; samples: Sample[] }

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

/** A figure without a sample is left out. */
export const exposition = (families: readonly Family[]): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => lineOf(name, sample)), ''].join(
        '\n',
      ),
    )
    .join('')

function lineOf(name: string, { suffix = '', labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
