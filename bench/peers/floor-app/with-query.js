import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, Outlet, RouterProvider } from 'react-router'

/** The least that a page of this kind needs: a renderer, a router and something that fetches. */
function List() {
  const { data = [] } = useQuery({
    queryKey: ['courses'],
    queryFn: async () => (await fetch('/api/course/catalogue')).json(),
  })
  return h(
    'ul',
    null,
    data.map((one) => h('li', { key: one._id }, h(Link, { to: one._id }, one.title))),
  )
}

const router = createBrowserRouter([
  { path: '/', Component: () => h(Outlet), children: [{ index: true, Component: List }] },
])
createRoot(document.getElementById('root')).render(
  h(QueryClientProvider, { client: new QueryClient() }, h(RouterProvider, { router })),
)
