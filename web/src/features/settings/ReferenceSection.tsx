// The reference of the public API, rendered from the API's own description, so that it always matches the calls.
import { Alert, Button, Code, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SkeletonRows } from '../../app/problems.tsx'
import { Head } from './Head.tsx'
import classes from './reference.module.css'
import settings from './settings.module.css'

type Schema = {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  default?: unknown
  /** A linked record, whose members another call shows. */
  'x-expand'?: string
}
type Content = { content?: Record<string, { schema: Schema }> }
type Operation = {
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: Content
  responses: { 200: Content }
}
type Description = { tags: { name: string }[]; paths: Record<string, Record<string, Operation>> }

const address = '/api/v1/openapi.json'

export function ReferenceSection() {
  const query = useQuery({
    queryKey: [address],
    queryFn: async ({ signal }) => {
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(String(response.status))
      return (await response.json()) as Description
    },
  })
  const [search, setSearch] = useState('')
  return (
    <>
      <Head
        section="reference"
        action={
          <Button component="a" href={address} download="talaan-openapi.json" variant="default">
            Download description
          </Button>
        }
      >
        All calls that other programs can make, with their permissions and fields. You can also download the description
        in OpenAPI 3.1 format.
      </Head>
      <div className={settings.form}>
        {query.isPending && <SkeletonRows rows={8} />}
        {query.isError && (
          <Alert color="red" variant="outline" role="alert">
            <Stack align="flex-start" gap="sm">
              <Text size="sm">The description of the API could not be loaded. Try again.</Text>
              <Button variant="default" onClick={() => void query.refetch()}>
                Load again
              </Button>
            </Stack>
          </Alert>
        )}
        {query.data && (
          <Stack gap="lg">
            <TextInput
              label="Find a call"
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
            <Groups description={query.data} search={search.trim().toLowerCase()} />
          </Stack>
        )}
      </div>
    </>
  )
}

type Call = { method: string; path: string; operation: Operation }

function Groups({ description: { tags, paths }, search }: { description: Description; search: string }) {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Call => ({ method: method.toUpperCase(), path, operation })),
  )
  const found = calls.filter(({ method, path, operation }) =>
    `${method} ${path} ${operation.summary}`.toLowerCase().includes(search),
  )
  if (found.length === 0) return <Text size="sm">No call contains this text. Try another word.</Text>
  return tags.map(({ name }) => {
    const own = found.filter(({ operation }) => operation.tags.includes(name))
    return (
      own.length > 0 && (
        <section key={name} aria-label={name}>
          <Title order={3} size="h4" mb="xs">
            {name}
          </Title>
          {own.map((call) => (
            <Details key={`${call.method} ${call.path}`} call={call} />
          ))}
        </section>
      )
    )
  })
}

function Details({ call: { method, path, operation } }: { call: Call }) {
  const body = schemaOf(operation.requestBody)
  const answer = schemaOf(operation.responses[200])
  return (
    <details className={classes.call}>
      <summary>
        <Code className={classes.address}>
          {method} {path}
        </Code>
        <span>{operation.summary}</span>
      </summary>
      <div className={classes.details}>
        {operation.description.split('\n\n').map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        <Fields
          title="Parameters"
          rows={operation.parameters.map(({ name, in: where, required, description = '', schema }) => ({
            name: where === 'header' ? `${name} (header)` : name,
            type: typeOf(schema),
            required,
            about: description || aboutOf(schema),
          }))}
        />
        <Fields title="Body" rows={rowsOf(body)} />
        <Fields title="Answer" rows={rowsOf(answer)} />
      </div>
    </details>
  )
}

type Row = { name: string; type: string; required: boolean; about: string }

function Fields({ title, rows }: { title: string; rows: Row[] }) {
  if (rows.length === 0) return null
  return (
    <table className={classes.fields}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Details</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, type, required, about }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {required ? '' : ' (optional)'}
            </th>
            <td>{type}</td>
            <td>{about}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const schemaOf = (content: Content | undefined): Schema | undefined => Object.values(content?.content ?? {})[0]?.schema

/** The members of an object, with nested members below them. */
function rowsOf(schema: Schema | undefined, prefix = ''): Row[] {
  if (schema === undefined) return []
  const inside = objectIn(schema)
  if (inside?.properties === undefined) return []
  return Object.entries(inside.properties).flatMap(([name, field]) => [
    {
      name: `${prefix}${name}`,
      type: typeOf(field),
      required: inside.required?.includes(name) ?? false,
      about: aboutOf(field),
    },
    ...(field['x-expand'] === undefined ? rowsOf(field, `${prefix}${name}${isList(field) ? '[]' : ''}.`) : []),
  ])
}

const choicesOf = ({ anyOf = [], oneOf = [] }: Schema): Schema[] => [...anyOf, ...oneOf]

function objectIn(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema
  if (schema.items !== undefined) return objectIn(schema.items)
  return choicesOf(schema)
    .map(objectIn)
    .find((each) => each !== undefined)
}

const isList = (schema: Schema): boolean => schema.items !== undefined || choicesOf(schema).some(isList)

function typeOf(schema: Schema): string {
  const choices = choicesOf(schema)
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`
  if (schema.format !== undefined) return schema.format
  if (schema.type !== undefined) return [schema.type].flat().join(' or ')
  return schema.enum === undefined ? 'any' : 'string'
}

function aboutOf(schema: Schema): string {
  const { description, enum: values, const: only, default: usual } = schema
  return [
    description ?? '',
    values === undefined ? '' : values.map(String).join(', '),
    only === undefined ? '' : String(only as string),
    usual === undefined ? '' : `By default ${JSON.stringify(usual)}.`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
