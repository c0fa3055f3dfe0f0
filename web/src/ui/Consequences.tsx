// The effects of a change before it is confirmed: what else changes, and the steps afterwards.
import { Alert, List, Text } from '@mantine/core'

type Props = { consequences: readonly string[]; afterwards: readonly string[] }

export const Consequences = ({ consequences, afterwards }: Props) => (
  <>
    <Alert color="yellow" title="This also changes" p="sm">
      <Sentences of={consequences} />
    </Alert>
    <Text size="sm" fw={600}>
      Afterwards, in this order
    </Text>
    <Sentences of={afterwards} isOrdered />
  </>
)

const Sentences = ({ of, isOrdered = false }: { of: readonly string[]; isOrdered?: boolean }) => (
  <List size="sm" type={isOrdered ? 'ordered' : 'unordered'} spacing={4}>
    {of.map((sentence) => (
      <List.Item key={sentence}>{sentence}</List.Item>
    ))}
  </List>
)
