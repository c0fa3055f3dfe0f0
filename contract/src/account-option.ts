// An account as a choice in a list: found by its code, its name, and the Filipino words and companies people think of.

/** Part of an account's name in lower case, and the words that also find it. */
const alsoCalled: readonly (readonly [part: string, words: string])[] = [
  ['electric', 'kuryente meralco'],
  ['light', 'kuryente ilaw meralco'],
  ['water', 'tubig maynilad'],
  ['communication', 'telepono internet load pldt globe'],
  ['telephone', 'telepono pldt globe'],
  ['rent', 'upa renta'],
  ['salaries', 'sahod sweldo suweldo'],
  ['13th month', 'bonus'],
  ['transport', 'pamasahe grab'],
  ['fuel', 'gasolina krudo'],
  ['meal', 'pagkain'],
  ['entertainment', 'pagkain'],
  ['supplies', 'gamit papel'],
  ['repair', 'kumpuni'],
  ['deliver', 'padala hatid lalamove'],
  ['freight', 'padala hatid'],
  ['postage', 'koreo padala lbc'],
  ['professional', 'abogado'],
  ['security', 'guwardiya'],
  ['insurance', 'seguro'],
  ['tax', 'buwis'],
  ['license', 'lisensya'],
  ['penalt', 'multa'],
  ['interest', 'interes'],
  ['loan', 'utang pautang'],
  ['payable', 'utang'],
  ['receivable', 'pautang singilin'],
  ['capital', 'puhunan kapital'],
  ['sales', 'benta'],
  ['inventory', 'paninda'],
  ['commission', 'komisyon'],
  ['drawing', 'kuha'],
]

/** Further words that find an account, or a type of expense, of this name. */
export function furtherWords(name: string): string {
  const text = name.toLowerCase()
  return alsoCalled.flatMap(([part, words]) => (text.includes(part) ? [words] : [])).join(' ')
}

type Option = { value: string; label: string; also: string }

export const accountOption = ({ code, name }: { code: string; name: string }): Option => ({
  value: code,
  label: `${code} ${name}`,
  also: furtherWords(name),
})
