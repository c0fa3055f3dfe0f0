// A return as it is kept once it was filed: every box with what it was made of, as JSON whose amounts are texts of centavos.
import type { Figures, Part, Worksheet } from './worksheet.ts'

/** What is stored. Sums need no parts, as their boxes are there. */
export function storedWorksheet({ boxes, payable, ...sheet }: Worksheet): unknown {
  return {
    ...sheet,
    payable: payable.toString(),
    boxes: boxes.map(({ parts, entered, ...box }) => ({
      ...box,
      ...textsOf(box),
      entered: entered && { ...entered, ...textsOf(entered) },
      parts: box.how === 'sum' || box.how === 'formula' ? [] : parts.map(storedPart),
    })),
  }
}

/** The worksheet that was stored, with figures again. */
export function restoredWorksheet(stored: unknown): Worksheet {
  const { boxes, payable, ...sheet } = stored as StoredWorksheet
  return {
    ...sheet,
    payable: BigInt(payable),
    boxes: boxes.map(({ parts, entered, ...box }) => ({
      ...box,
      ...figuresOf(box),
      entered: entered && { ...entered, ...figuresOf(entered) },
      parts: parts.map(({ line, ...part }) => ({
        ...part,
        ...figuresOf(part),
        line: line && { ...line, entryNo: BigInt(line.entryNo) },
      })),
    })),
  }
}

type Texts<T> = Omit<T, keyof Figures> & { base: string; tax: string }
type StoredPart = Omit<Texts<Part>, 'line'> & { line: { entryNo: string; position: number } | null }
type StoredBox = Omit<Texts<Worksheet['boxes'][number]>, 'parts' | 'entered'> & {
  parts: StoredPart[]
  entered: Texts<NonNullable<Worksheet['boxes'][number]['entered']>> | null
}
type StoredWorksheet = Omit<Worksheet, 'boxes' | 'payable'> & { boxes: StoredBox[]; payable: string }

const storedPart = ({ line, ...part }: Part): StoredPart => ({
  ...part,
  ...textsOf(part),
  line: line && { ...line, entryNo: line.entryNo.toString() },
})

const textsOf = ({ base, tax }: Figures) => ({ base: base.toString(), tax: tax.toString() })
const figuresOf = ({ base, tax }: { base: string; tax: string }): Figures => ({ base: BigInt(base), tax: BigInt(tax) })
