/** Pages that links may already lead to. A page that is not built has no link, no button and no place in a menu. */
export const available = {
  searchWithAi: true,
  profile: true,
  wishlist: true,
  notifications: true,
  dashboard: true,
  adminPanel: true,
} as const satisfies Record<string, boolean>
