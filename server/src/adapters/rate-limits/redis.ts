import type { RedisClientType } from '@redis/client'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { RateLimitStore } from '#ports/rate-limit-store.ts'
import { hashKey, limiterStore } from './limiter-store.ts'

/**
 * Opens a store in Redis. Keys expire with their windows. The client stays open; it must reject commands while it is not connected. This
 * process then counts in its own memory with the same limits, so logins work, and the limits apply to each process.
 */
export const redisStore = (client: Pick<RedisClientType, 'isReady'>): RateLimitStore =>
  limiterStore(
    ({ name, points, seconds: duration }) =>
      new RateLimiterRedis({
        keyPrefix: `limit:${name}`,
        points,
        duration,
        insuranceLimiter: new RateLimiterMemory({ points, duration }),
        storeClient: client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
      }),
    { deleteAt: -1, keyOf: hashKey },
  )
