// Says that loading failed, with a button to try again.
import { Button, Stack } from '@mantine/core'
import { Notice } from './Notice.tsx'
import { FormFrame } from './FormFrame.tsx'

export function Trouble({ title, sentence, onRetry }: { title: string; sentence: string; onRetry: () => void }) {
  return (
    <FormFrame title={title}>
      <Stack align="flex-start">
        <Notice tone="bad" title="Something went wrong" urgent>
          {sentence}
        </Notice>
        <Button onClick={onRetry}>Try again</Button>
      </Stack>
    </FormFrame>
  )
}
