// Explanations of open months are stored with the findings they explain. Those of earlier releases are converted to
// today's wording.
const reworded: readonly (readonly [earlier: RegExp, now: string])[] = [
  [/ begun by ([^"]+) and not recorded\./g, ' started by $1 has not been recorded.'],
  [
    / is recorded as ([\d,.]+) by ([^";]+); the register comes to ([\d,.]+)\./g,
    ' is recorded as $1 in $2, but the calculated amount is now $3.',
  ],
  [
    /, the invoice to the buyer of ([^"]+), is void, but ([^" ]+) still takes the asset off the books as sold\./g,
    ', the sales invoice for $1, is void, but $2 still records the asset as sold.',
  ],
  [
    / holds ([A-Z]{3} [\d,.]+), and no closing rate of (\w+ \d{4}) is entered\./g,
    ' has a balance of $1, but the closing rate for $2 is missing.',
  ],
  [/; by the books it holds /g, '. Its book balance is '],
  [
    / was skipped: it is neither used nor noted as spoiled\./g,
    ' was skipped. It is neither used nor marked as spoiled.',
  ],
  [/ is stale and not written back\./g, ' is stale and has not been written back.'],
  [/ receipt waits to be sent, the first of /g, ' receipt is waiting to be sent, starting with '],
  [/ receipts wait to be sent, the first of /g, ' receipts are waiting to be sent, starting with '],
  [
    /"Certificates for ([\d,.]+) that customers withheld have not come\./g,
    '"Certificates for $1 withheld by customers have not been received.',
  ],
  [
    / was recorded after ([^";]+); void that one and close the year anew\./g,
    ' was recorded after $1. Void $1 and close the year again.',
  ],
  [/ more of this kind\./g, ' more items like these.'],
  [/"1 more items like these\./g, '"1 more item like these.'],
  [/ batch of 1 documents /g, ' batch of 1 document '],
  [/ waits for approval\./g, ' is waiting for approval.'],
  [/ is ([\d,.]+) (debit|credit) on (\d\d? \w{3} \d{4})\./g, ' has a $2 balance of $1 on $3.'],
  [/ for the period to (\d\d? \w{3} \d{4}) is filed, but /g, ' for the period ended $1 is filed, but '],
]

/** A stored finding, with the wording of earlier releases replaced. */
export const inTodaysWords = (finding: string): string =>
  reworded.reduce((text, [earlier, now]) => text.replaceAll(earlier, now), finding)
