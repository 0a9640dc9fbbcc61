import type { SiteSettings } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'

/** Of whom the site may demand a second factor; payees are educators with bank details. */
export type DemandGroup = 'admins' | 'payees'

const demanded: Record<SiteSettings['secondStepFor'], readonly DemandGroup[]> = {
  none: [],
  admins: ['admins'],
  payees: ['payees'],
  both: ['admins', 'payees'],
}

/** True when the site demands a second factor of these. */
export const isDemandedOf = ({ settings }: Pick<FeatureDeps, 'settings'>, group: DemandGroup): boolean =>
  demanded[settings.current().secondStepFor].includes(group)

/**
 * Throws second_factor_demanded where the site demands a second factor of this group and the user has none: their other pages, and the one
 * that sets a factor up, stay open.
 */
export function requireFactor(
  deps: Pick<FeatureDeps, 'settings'>,
  { hasFactor }: Pick<CurrentUser, 'hasFactor'>,
  group: DemandGroup,
): void {
  if (!hasFactor && isDemandedOf(deps, group)) throw new DomainError('second_factor_demanded')
}
