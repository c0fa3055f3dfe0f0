// A sales document with the fields of the EIS, its amounts worked out by hand.
import { expect, test } from 'vitest'
import { standardVatRates } from '../vat.ts'
import { eisDocument } from './document.ts'
import type { EisFacts, SalesDocument } from './document.ts'

const taxpayer = { branchCode: '00000', tradeName: '', email: '', address: 'Quezon City' }
const facts: EisFacts = {
  seller: { ...taxpayer, tin: '001002003', name: 'Bahay Kubo Trading', vatRegistered: true },
  permit: '',
  vatRates: standardVatRates,
}
const line = { discountPercent: null, discountAmount: null, account: '4010' }
const sale: SalesDocument = {
  kind: 'invoice',
  serial: 17,
  externalNo: '000101',
  day: '2026-03-15',
  voidedOn: null,
  reason: '',
  buyer: { ...taxpayer, tin: '123456789', name: 'Lakbay Trading Inc.' },
  total: 1_068_00n,
  fields: {
    priceMode: 'inclusive',
    lines: [
      // 2 at 560.00 less 10 %: 1,008.00 with VAT, 900.00 without.
      { ...line, description: 'Bamboo', quantity: '2', unitPrice: '56000', vatClass: 'vatable', discountPercent: '10' },
      { ...line, description: 'Rice', quantity: '1.5', unitPrice: '4000', vatClass: 'exempt' },
    ],
  },
}

test('an invoice has its items net of VAT, sales by VAT type, and the total to pay', () => {
  const { json, totals } = eisDocument(sale, facts)
  expect(json).toMatchObject({
    CompInvoiceId: '000101',
    IssueDtm: '20260315',
    EisUniqueId: '202603150000000100000017',
    DocType: '01',
    CorrYN: 'N',
    SellerInfo: { Tin: '001002003', Type: 'VAT' },
    BuyerInfo: { Tin: '123456789', RegNm: 'Lakbay Trading Inc.' },
    ItemList: [
      { Nm: 'Bamboo', Qty: 2, UnitCost: 500, SalesAmt: 1000, RegDscntAmt: 100, NetSales: 900 },
      { Nm: 'Rice', Qty: 1.5, UnitCost: 40, SalesAmt: 60, RegDscntAmt: 0, NetSales: 60 },
    ],
    TotNetItemSales: 960,
    VatSales: 900,
    ZeroSales: 0,
    ExemptSales: 60,
    VATAmt: 108,
    NetAmtPay: 1068,
  })
  expect(totals).toEqual({ net: 960_00n, vat: 108_00n, total: 1_068_00n })
})

test('a void is a cancellation of the original, and credit memos and voids reduce the totals', () => {
  const voided = eisDocument({ ...sale, voidedOn: '2026-04-02', reason: 'Wrong customer' }, facts)
  expect(voided.json).toMatchObject({
    IssueDtm: '20260402',
    EisUniqueId: '202604020000009100000017',
    CorrYN: 'Y',
    CorrectionCd: '04',
    PrevUniqueId: '202603150000000100000017',
    Rmk1: 'Wrong customer',
    NetAmtPay: 1068,
  })
  expect(voided.totals.total).toBe(-1_068_00n)
  const memo = eisDocument({ ...sale, kind: 'creditmemo' }, facts)
  expect([memo.json.DocType, memo.json.NetAmtPay, memo.totals.total]).toEqual(['03', 1068, -1_068_00n])
  expect(eisDocument({ ...sale, kind: 'debitmemo' }, facts).totals.total).toBe(1_068_00n)
})

test('a statutory discount is shown for the person, on the invoice and on its credit memo', () => {
  // 1,120.00 with VAT is 1,000.00 without; 20% of that is 200.00.
  const lines = [{ ...line, description: 'Rice', quantity: '1', unitPrice: '112000', vatClass: 'exempt' as const }]
  const lola = {
    ...sale,
    total: 800_00n,
    fields: { priceMode: 'inclusive' as const, lines, discountFor: 'senior' as const },
  }
  const shown = {
    TotNetItemSales: 1000,
    Discount: { ScAmt: 200, PwdAmt: 0 },
    ExemptSales: 1000,
    TotNetSalesAftDisct: 800,
    NetAmtPay: 800,
  }
  expect(eisDocument(lola, facts).json).toMatchObject(shown)
  const memo = eisDocument({ ...lola, kind: 'creditmemo' }, facts)
  expect(memo.json).toMatchObject(shown)
  expect(memo.totals).toEqual({ net: -1_000_00n, vat: 0n, total: -800_00n })
})
