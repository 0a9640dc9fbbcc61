import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api as calls, orderStatuses } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { Filters, ListFrame, type ListTexts, ListTools } from '#features/admin/list-frame.tsx'
import { readChoice, readText, searchOf, toCall } from '#features/admin/list-query.ts'
import { DayField } from '#features/admin/lists/day-field.tsx'
import { filterOf, ListExtras } from '#features/admin/lists/saved-filters.tsx'
import { useListChoices } from '#features/admin/lists/use-list-choices.ts'
import { OrderList } from '#features/admin/money/order-list.tsx'
import { placesBeside, readPlace } from '#lib/list-place.ts'
import { orderStates } from '#lib/order-states.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { Select } from '#ui/form/select.tsx'
import type { Route } from './+types/orders.ts'
import { AdminError } from './admin-error.tsx'

const head = {
  title: msg`Orders`,
  text: msg`What was ordered, paid and refunded. Search by an id, a buyer or a course.`,
}

/** A day of the address; "" for anything else. */
const readDay = (search: URLSearchParams, name: string): string => {
  const day = search.get(name) ?? ''
  return /^[12]\d{3}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : ''
}

const texts: ListTexts = {
  total: (total, shown) => msg`${plural(total, { one: `${shown} order`, other: `${shown} orders` })}`,
  noneFound: msg`No orders found`,
  none: msg`No orders yet`,
  empty: msg`Orders appear here as soon as someone enrolls.`,
  showAll: msg`Show all orders`,
}

const load = guarded('admin', async ({ api, url }) => {
  const search = url.searchParams
  const query = {
    text: readText(search),
    status: readChoice(search, 'status', orderStatuses),
    from: readDay(search, 'from'),
    to: readDay(search, 'to'),
    at: readPlace(search),
  }
  const [answer, { filters }] = await Promise.all([
    api(calls.adminOrders.list, { query: toCall(query) }),
    api(calls.savedFilters.list, { query: { list: 'orders' } }),
  ])
  return { query, answer, filters }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function AdminOrdersPage({ loaderData: { query, answer, filters } }: Route.ComponentProps) {
  const { t } = useLingui()
  const [chosen, show] = useListChoices(query)
  const day = (name: 'from' | 'to', label: string) => (
    <DayField
      id={`orders-${name}`}
      label={label}
      key={chosen[name]}
      name={name}
      defaultValue={chosen[name]}
      // a day that is being typed is not valid yet
      onChange={({ target }) =>
        target.validity.valid && target.value !== chosen[name] && show({ [name]: target.value })
      }
    />
  )
  return (
    <AdminFrame {...head}>
      <ListTools
        label={t`Search by id, buyer or course`}
        text={chosen.text}
        onSearch={(text) => show({ text })}
        onEarly={show}
      >
        <Select
          name="status"
          aria-label={t`Status`}
          value={chosen.status}
          placeholder={t({ message: 'All states', context: 'status' })}
          options={orderStatuses.map((value) => ({ value, label: t(orderStates[value].name) }))}
          onChange={({ target }) => show({ status: target.value })}
        />
      </ListTools>
      <Filters label={t`Period`} onEarly={show} className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        {day('from', t({ message: 'From', context: 'first day' }))}
        {day('to', t({ message: 'To', context: 'last day' }))}
      </Filters>
      <ListExtras
        list="orders"
        path={adminPaths.orders}
        query={query}
        chosen={chosen}
        filters={filters}
        filled={answer.orders.length > 0}
        csv={{ path: calls.adminOrders.export.path, file: 'orders.csv' }}
      />
      <ListFrame
        texts={texts}
        total={answer.total}
        path={adminPaths.orders}
        filled={answer.orders.length > 0}
        pages={placesBeside(answer, (at) => `${adminPaths.orders}${searchOf({ ...query, at })}`)}
        searched={Object.keys(filterOf(query)).length > 0}
      >
        <OrderList orders={answer.orders} />
      </ListFrame>
    </AdminFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} {...head} />
}
