// Shows which rules a password meets while the user types, with text and marks. The bar only repeats this.
import { Progress, Stack, Text } from '@mantine/core'
import classes from './PasswordMeter.module.css'

export type PasswordRule = { label: string; met: boolean }

type Props = {
  /** From 0 to 100. */
  score: number
  /** From this score on, the password is accepted. */
  threshold: number
  rules: readonly PasswordRule[]
  id?: string
}

export function PasswordMeter({ score, threshold, rules, id }: Props) {
  const strong = score >= threshold
  return (
    <Stack gap={8} id={id}>
      <Progress
        value={Math.round(score)}
        color={strong ? 'brand' : score >= 50 ? 'yellow' : 'red'}
        size={6}
        aria-label="Password strength"
        transitionDuration={120}
      />
      <ul className={classes.rules}>
        {rules.map((rule) => (
          <li key={rule.label} data-met={rule.met || undefined}>
            <span aria-hidden="true">{rule.met ? '✓' : '○'}</span>
            <Text span size="sm" inherit>
              {rule.label}
              <span className={classes.spoken}>{rule.met ? ', met' : ', not met yet'}</span>
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
