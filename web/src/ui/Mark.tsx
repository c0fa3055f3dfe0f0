// The company's logo, if it has one, or else Talaan's: the lines of a ledger that become a tick, legible at 16 px.
export function Mark({ size = 24 }: { size?: number }) {
  const logo = document.querySelector<HTMLMetaElement>('meta[name="company-logo"]')?.content ?? ''
  if (logo.startsWith('/')) {
    return <img src={logo} alt="" style={{ height: size, maxWidth: size * 4, objectFit: 'contain' }} />
  }
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M2 3h12M2 7h7M2 11l3 3 8-7" />
    </svg>
  )
}
