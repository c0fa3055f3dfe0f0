// The files of a document, to save or to preview.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { attachmentTypes, downloadAttachment, type Attachment } from '@talaan/contract/documents.ts'
import { Suspense, useState } from 'react'
import { callBytes } from '../../app/api.ts'
import { later } from '../../ui/later.tsx'
import { SaveButton } from './DocumentParts.tsx'
import classes from './documents.module.css'

const FilePreview = later(async () => (await import('../../app/files/FilePreview.tsx')).FilePreview)

export function Attachments({ attached }: { attached: readonly Attachment[] }) {
  const [shown, setShown] = useState<Attachment>()
  return (
    <section className={classes.panel} aria-labelledby="files">
      <Title order={3} id="files" mb="xs">
        Files
      </Title>
      {attached.length === 0 && (
        <Text size="sm" c="dimmed">
          No files attached.
        </Text>
      )}
      <Stack gap="xs" align="flex-start">
        {attached.map((file) => (
          <Group key={file.id} gap={4}>
            <SaveButton
              quiet
              words={`${file.name} (${attachmentTypes[file.type]}, ${kilobytes(file.bytes)})`}
              get={async () => ({
                ...(await callBytes(downloadAttachment, { params: { attachmentId: file.id } })),
                name: file.name,
              })}
            />
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Preview ${file.name}`}
              onClick={() => setShown(file)}
            >
              Preview
            </Button>
          </Group>
        ))}
      </Stack>
      {shown !== undefined && (
        <Suspense fallback={null}>
          <FilePreview file={{ ...shown, of: 'document' }} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

const kilobytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
