// The label of a button for several certificates, such as 'Issue 3 certificates'.
export function counted(verb: string, certificates: number): string {
  if (certificates === 0) return `${verb} certificates`
  return `${verb} ${certificates} ${certificates === 1 ? 'certificate' : 'certificates'}`
}
