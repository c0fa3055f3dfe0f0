// An account as an option in a list. Users find it by code, by name, and by the Filipino words and company names that
// they associate with it.

/** Part of an account's name in lower case, and additional words that find the account. */
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

/** Additional words that find an account, or a type of expense, with this name. */
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
