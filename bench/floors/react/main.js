// The smallest page with one form that React 19 can draw.
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Form() {
  const [name, setName] = useState('')
  const [said, say] = useState('')
  const submit = (event) => {
    event.preventDefault()
    say(`Good day, ${name}`)
  }
  const field = h('input', { name: 'name', value: name, onChange: (event) => setName(event.target.value) })
  return h('form', { onSubmit: submit }, h('label', null, 'Name ', field), h('button', null, 'Go'), said)
}

createRoot(document.getElementById('root')).render(h(Form))
