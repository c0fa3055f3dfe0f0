// The portal's own line icons, 20 by 20. They accompany text and never replace it.
const lines = {
  home: 'M3 9l7-6 7 6v8H12v-5H8v5H3z',
  invoice: 'M5 2h10v16l-2.5-1.5L10 18l-2.5-1.5L5 18zM8 6h4M8 9h4M8 12h2',
  receipt: 'M3 5h14v10H3zM3 8h14M6 12h4',
  coins:
    'M3 7c0-1.7 2.700-3 6-3s6 1.300 6 3-2.700 3-6 3-6-1.300-6-3zM3 7v6c0 1.700 2.700 3 6 3s6-1.300 6-3V7M3 10c0 1.700 2.700 3 6 3s6-1.300 6-3',
  bill: 'M6 2h6l4 4v12H6zM12 2v4h4M9 10h4M9 13h4',
  pay: 'M2 6h16v9H2zM2 9h16M5 12h3',
  cheque: 'M2 5h16v10H2zM5 9h6M5 12h3M13 12l1 1 2-3',
  down: 'M10 3v9M6 8l4 4 4-4M3 16h14',
  up: 'M10 12V3M6 7l4-4 4 4M3 16h14',
  again: 'M16.500 8A7 7 0 004 6.500M4 3v3.500h3.500M3.500 12A7 7 0 0016 13.500M16 17v-3.500h-3.500',
  swap: 'M4 7h12M13 4l3 3-3 3M16 13H4M7 10l-3 3 3 3',
  id: 'M2 4h16v12H2zM5 8h4v4H5zM12 8h3M12 11h3',
  chart: 'M3 3v14h14M7 13V9M11 13V6M15 13v-2',
  book: 'M4 3h5c1 0 1 1 1 1v13s0-1-1-1H4zM16 3h-5c-1 0-1 1-1 1v13s0-1 1-1h5z',
  help: 'M10 18a8 8 0 100-16 8 8 0 000 16zM8 8a2 2 0 113 1.700c-.7.400-1 .8-1 1.800M10 14v.1',
  search: 'M9 15A6 6 0 109 3a6 6 0 000 12zM13.500 13.500L17 17',
  clip: 'M14 6l-6 6a2 2 0 003 3l6-6a4 4 0 00-6-6L5 9a6 6 0 008 8',
  bell: 'M5 14V9a5 5 0 0110 0v5l1.500 1h-13zM8.500 17.500h3',
  star: 'M10 2.500l2.300 4.700 5.200.8-3.700 3.600.900 5.200L10 14.300l-4.700 2.500.900-5.200L2.500 8l5.200-.8z',
  user: 'M10 10a3.500 3.500 0 100-7 3.500 3.500 0 000 7zM3 17c1-3 4-4 7-4s6 1 7 4',
  sun: 'M10 13a3 3 0 100-6 3 3 0 000 6zM10 2v2M10 16v2M2 10h2M16 10h2M4.500 4.500l1.400 1.400M14.100 14.100l1.400 1.400M4.500 15.500l1.400-1.400M14.100 5.900l1.400-1.400',
  moon: 'M16 12A7 7 0 018 4a7 7 0 108 8z',
  chevron: 'M7 4l6 6-6 6',
  mail: 'M2 4h16v12H2zM2 5l8 6 8-6',
  print: 'M5 7V2h10v5M5 14H2V7h16v7h-3M5 11h10v7H5z',
  plus: 'M10 4v12M4 10h12',
  clock: 'M10 18a8 8 0 100-16 8 8 0 000 16zM10 6v4l3 2',
  page: 'M3 3h14v14H3zM3 7h14',
  more: 'M4 10h.500M9.750 10h.500M15.500 10h.500',
  bookmark: 'M5 3h10v14l-5-4-5 4z',
  funnel: 'M3 4h14l-5.500 6.500V16l-3 1.500v-7z',
  columns: 'M3 4h14v12H3zM8 4v12M12.500 4v12',
  inbox: 'M3 11l3-8h8l3 8v6H3zM3 11h4l1.5 2.500h3L13 11h4',
  bolt: 'M11 2L4 11h5l-1 7 7-9h-5z',
} as const

export type IconName = keyof typeof lines

export function Icon({ name, size = 20, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={lines[name]} />
    </svg>
  )
}
