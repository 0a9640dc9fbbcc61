import { createElement as h, useState } from 'react'

/** The least that a page of this kind needs: a renderer, a router, and one button. */
function Page() {
  const [presses, setPresses] = useState(0)
  return h(
    'main',
    null,
    h('h1', null, 'Floor'),
    h('button', { type: 'button', onClick: () => setPresses(presses + 1) }, `Pressed ${presses} times`),
  )
}

export const routes = [{ path: '/', Component: Page }]
