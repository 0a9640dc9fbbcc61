/** The list with one item taken out and put in at another place, both counted from 0. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(to, 0, item)
  return next
}

/** Items in the order of the ids; those that it does not name stay behind them, as they were. */
export function arrange<Item extends { _id: string }>(items: readonly Item[], order: readonly string[] | null): Item[] {
  if (order === null) return [...items]
  const places = new Map(order.map((id, place) => [id, place]))
  const place = ({ _id }: Item) => places.get(_id) ?? order.length
  return items.toSorted((a, b) => place(a) - place(b))
}
