// A filed return as stored: every box with its items, as JSON with amounts as strings of centavos.
import type { Figures, Part, Worksheet } from './worksheet.ts'

/** The stored form. */
export function storedWorksheet({ boxes, payable, ...sheet }: Worksheet): unknown {
  return {
    ...sheet,
    payable: payable.toString(),
    boxes: boxes.map(({ parts, entered, ...box }) => ({
      ...box,
      ...textsOf(box),
      entered: entered && { ...entered, ...textsOf(entered) },
      parts: ownParts(box.how, parts).map(storedPart),
    })),
  }
}

/** The figures of a worksheet without labels, hints and notes: rewording does not change a return. */
export function worksheetFigures({ form, revision, period, boxes, payable }: Worksheet): unknown {
  return {
    form,
    revision,
    period,
    payable: payable.toString(),
    boxes: boxes.map(({ no, parts, entered, ...box }) => ({
      no,
      ...textsOf(box),
      entered: entered && { ...entered, ...textsOf(entered) },
      parts: ownParts(box.how, parts).map(({ key, ...part }) => ({ key, ...textsOf(part) })),
    })),
  }
}

/** The stored worksheet, with figures again. */
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

/** Sums and formulas consist of boxes, which are stored anyway. */
const ownParts = (how: Worksheet['boxes'][number]['how'], parts: readonly Part[]): readonly Part[] =>
  how === 'sum' || how === 'formula' ? [] : parts

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
