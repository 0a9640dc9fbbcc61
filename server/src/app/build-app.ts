import { join, resolve } from 'node:path'
import cookie from '@fastify/cookie'
import { type Access, api, type Endpoint } from '@virtual-courses/contract'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { onCacheInvalidated } from '#core/events/cache-invalidation.ts'
import { onPublishedToUsers } from '#core/events/user-channel.ts'
import { freeBytesOf } from '#core/files/free-bytes.ts'
import { languageCookie, offeredLanguages } from '#core/languages/language.ts'
import { keepsIndex } from '#core/role.ts'
import {
  onSessionsEnded,
  openSessionsAmong,
  registerAccounts,
  requireFactor,
  sessionReader,
} from '#features/accounts/index.ts'
import { errorRecorder, registerAdmin } from '#features/admin/index.ts'
import { registerAgenda } from '#features/agenda/index.ts'
import { registerAnnouncements } from '#features/announcements/index.ts'
import { registerAssignments } from '#features/assignments/index.ts'
import { registerAssistant } from '#features/assistant/index.ts'
import { registerCertificates } from '#features/certificates/index.ts'
import { registerCourses } from '#features/courses/index.ts'
import { registerDrafts } from '#features/drafts/index.ts'
import { registerEnrolments } from '#features/enrolments/index.ts'
import { registerInvoices } from '#features/invoices/index.ts'
import { registerLearning } from '#features/learning/index.ts'
import { registerLectures } from '#features/lectures/index.ts'
import { type LiveRooms, registerLive } from '#features/live/index.ts'
import { registerMarks } from '#features/marks/index.ts'
import { registerMedia } from '#features/media/index.ts'
import { registerNotes } from '#features/notes/index.ts'
import { registerNotifications } from '#features/notifications/index.ts'
import { registerOffers } from '#features/offers/index.ts'
import { registerOpenings } from '#features/openings/index.ts'
import { registerPageFonts } from '#features/papers/index.ts'
import { registerPassages } from '#features/passages/index.ts'
import { registerPayouts } from '#features/payouts/index.ts'
import { registerPrivacy } from '#features/privacy/index.ts'
import { registerQuestions } from '#features/questions/index.ts'
import { registerQuizzes } from '#features/quizzes/index.ts'
import { registerReviews } from '#features/reviews/index.ts'
import { countMoneyProblems, registerSales } from '#features/sales/index.ts'
import { createTextRanking, registerSearch, searchOf } from '#features/search/index.ts'
import { openSitePages, registerSitePages } from '#features/site-pages/index.ts'
import { registerTutor } from '#features/tutor/index.ts'
import { registerCaptions } from '#features/video/captions/index.ts'
import { registerDelivery } from '#features/video/delivery/index.ts'
import { countQueue, registerStreams } from '#features/video/streams/index.ts'
import { endLeases, registerUploads } from '#features/video/uploads/index.ts'
import { registerWishlist } from '#features/wishlist/index.ts'
import { defaultConnectionLimits, limitConnections } from '#http/connection-limits.ts'
import { cookieNameOn } from '#http/cookies.ts'
import { createServer, isFromNetwork } from '#http/create-server.ts'
import { serveOperator } from '#http/operator.ts'
import { allowOrigins, guardOrigin, isOurOrigin, knownHosts, serveKnownHosts } from '#http/origins.ts'
import { callInProcess, registerPages } from '#http/pages.ts'
import { recordResponses } from '#http/replies/record-responses.ts'
import type { RouteGroup, Routes } from '#http/serve.ts'
import { readSessions, sessionCookie } from '#http/session.ts'
import { standardHeaders } from '#http/standard-headers.ts'
import { cleanUploads } from '#http/uploads/upload-space.ts'
import type { MediaServers } from '#ports/live-media.ts'
import { findEvent, openSockets, type SocketOptions, type Sockets } from '#realtime/sockets.ts'
import { type AppDeps, webRoot } from './create-deps.ts'
import { followRequests } from './follow-requests.ts'
import { searchToken, serveSearch } from './search-index/serve-search.ts'

/** "none" serves no web application, for workers and tests of the API. */
export type PagesMode = 'built' | 'dev' | 'none'

export type App = {
  server: FastifyInstance
  /** all endpoints that are served */
  served: ReadonlySet<Endpoint>
  sockets: Sockets
  live: LiveRooms
  /** Makes /readyz fail, before a shutdown. */
  drain(): void
}

/** Endpoints that do not use the session: any site may call them. */
const openPaths: ReadonlySet<string> = new Set([api.ai.chat.path])
/** GET endpoints that change something. */
const changingPaths: ReadonlySet<string> = new Set(
  Object.values<Record<string, Endpoint>>(api)
    .flatMap((endpoints) => Object.values(endpoints))
    .filter(({ changesState }) => changesState)
    .map(({ path }) => path),
)

/** Builds the server; it does not listen yet. */
export async function buildApp(deps: AppDeps, pages: PagesMode): Promise<App> {
  const { config } = deps
  const https = config.publicUrl.startsWith('https:')
  const server = createServer({
    log: deps.log,
    trustedHops: config.TRUST_PROXY,
    publicUrl: config.publicUrl,
    onError: errorRecorder(deps),
  })
  let draining = false
  // A proxy keeps connections open and would send its next request over one that closes at that moment.
  server.addHook('onRequest', (request, reply, done) => {
    if (draining && isFromNetwork(request)) reply.header('connection', 'close')
    done()
  })
  const isKnownHost =
    config.NODE_ENV === 'development' ? knownHosts({ publicUrl: config.publicUrl, host: config.HOST }) : () => true
  if (config.NODE_ENV === 'development') serveKnownHosts(server, isKnownHost)
  const connections = config.MAX_CONNECTIONS_PER_CLIENT
  const connectionLimits = limitConnections(server, { ...defaultConnectionLimits, connections }, config.TRUST_PROXY > 0)
  followRequests(server, deps.tracing, config.TRUST_PROXY > 0)
  const registry = new Registry()
  recordResponses(server, registry)
  await server.register(cookie)
  await allowOrigins(server, { origins: config.CORS_ORIGINS, openPaths })
  const origins = [new URL(config.publicUrl).origin, ...config.CORS_ORIGINS]
  guardOrigin(server, origins, openPaths, changingPaths)
  readSessions(server, sessionReader(deps))
  const sockets = connectBrowsers(server, deps, {
    origins,
    connectionLimits,
    isKnownHost,
    headers: standardHeaders(https),
  })
  serveOperator(server, {
    registry,
    publicUrl: config.publicUrl,
    production: config.production,
    metricsToken: config.METRICS_TOKEN,
    checks: {
      database: deps.pingDatabase,
      storage: () => deps.storage.check(),
      search: async () => !keepsIndex(config) || searchOf(deps).check(),
    },
    optionalChecks: {
      ...(deps.redis && { redis: deps.checkRedis }),
      ...(deps.remoteSearch && { search: deps.remoteSearch.ping }),
      ...(deps.liveMedia.forwards && { media: checkServers(deps.liveMedia) }),
    },
    draining: () => draining,
    pool: deps.pool,
    queue: () => deps.queue.depth(),
    videos: () => countQueue(deps.db),
    money: () => countMoneyProblems(deps.db),
    freeBytes: () => freeBytesOf(config.DATA_DIR),
    sockets: sockets.count,
    live: () => live.counts(),
  })
  const served = new Set<Endpoint>()
  const uploadFolder = join(resolve(config.DATA_DIR), 'uploads')
  // with the embedded database no other process uses the folder
  await cleanUploads(server, uploadFolder, !deps.shared)
  if (!deps.shared) await endLeases(deps.db)
  const routes = openRoutes(server, { served, uploadFolder }, (viewer) => requireFactor(deps, viewer, 'admins'))
  const sitePages = await openSitePages(deps)
  registerSitePages(routes, deps)
  registerAccounts(routes, deps)
  registerCourses(routes, deps, createTextRanking(deps))
  registerLectures(routes, deps)
  registerOpenings(routes, deps)
  registerStreams(routes, deps)
  registerCaptions(routes, deps)
  registerUploads(routes, deps)
  registerDelivery(routes, deps)
  registerMedia(routes, deps)
  registerOffers(routes, deps)
  registerInvoices(routes, deps)
  registerPageFonts(routes.public.app)
  registerEnrolments(routes, deps)
  registerSales(routes, deps)
  registerPayouts(routes, deps)
  registerReviews(routes, deps)
  registerDrafts(routes, deps)
  registerWishlist(routes, deps)
  registerNotifications(routes, deps)
  registerLearning(routes, deps)
  registerCertificates(routes, deps)
  registerNotes(routes, deps)
  registerAgenda(routes, deps)
  registerQuizzes(routes, deps)
  registerAssignments(routes, deps)
  registerMarks(routes, deps)
  registerQuestions(routes, deps)
  registerAnnouncements(routes, deps)
  registerSearch(routes, deps)
  if (config.ROLE === 'search') serveSearch(server, searchOf(deps), searchToken(deps.codeSecret))
  registerPassages(routes, deps)
  registerAssistant(routes, deps)
  registerTutor(routes, deps)
  const live = registerLive(server, routes, deps, sockets.rooms)
  registerAdmin(routes, deps)
  registerPrivacy(routes, deps)
  if (pages !== 'none') {
    await registerPages(server, {
      mode: pages,
      webRoot,
      callApi: (request) => callInProcess(server, request),
      onChange: (listener) => {
        // Counters and names on reviews may be as old as a document is kept: they change too often to throw all documents away.
        onCacheInvalidated(deps.db, (name) => {
          if (name === 'catalogue') listener()
        })
        deps.settings.onChange(listener)
        sitePages.onChange(listener)
      },
      publicSettings: () => {
        const settings = deps.settings.current()
        const { siteName, supportAddress, storeCopy, language, publicPages } = settings
        return {
          siteName,
          supportAddress,
          storeCopy,
          language,
          refundDays: settings.refundDays,
          refundWatchedPercent: settings.refundWatchedPercent,
          taxIncluded: settings.sellerGstin !== '' && settings.gstPercent > 0,
          publicPages: publicPages === 'on',
          agreement: sitePages.agreement(),
          publicUrl: config.publicUrl,
          google: config.google,
          outbox: config.outbox,
          languages: offeredLanguages,
          development: config.NODE_ENV === 'development',
        }
      },
      siteLanguage: () => deps.settings.current().language,
      security:
        pages === 'dev'
          ? undefined
          : {
              checkout: deps.payments.checkout.sources,
              https,
              mediaOrigin: deps.storage.origin,
            },
    })
  }
  await server.ready()
  deps.deliverWebhook.current = async ({ headers, rawBody }) =>
    (await server.inject({ method: 'POST', url: api.enrolments.webhook.path, headers, payload: rawBody })).statusCode
  return {
    server,
    served,
    sockets,
    live,
    drain: () => {
      draining = true
    },
  }
}

/** Resolves when all media servers answer. */
const checkServers = (media: MediaServers) => () => Promise.all(media.servers.map((server) => media.check(server)))

/** Opens the sockets and forwards to them the events that features publish to users, and the ends of sessions. */
function connectBrowsers(
  server: FastifyInstance,
  deps: AppDeps,
  options: Pick<SocketOptions, 'origins' | 'connectionLimits' | 'headers' | 'isKnownHost'>,
): Sockets {
  const stillOpen = (ids: readonly string[]) => openSessionsAmong(deps, ids)
  const sockets = openSockets(server, {
    ...options,
    isOurOrigin: (origin, host) => isOurOrigin(origin, host, options.origins),
    sessions: sessionReader(deps),
    tokenOf: ({ cookie = '' }) => {
      const cookies = server.parseCookie(cookie)
      return {
        token: cookies[cookieNameOn(server, sessionCookie)],
        plain: server.httpsSite ? cookies[sessionCookie] : undefined,
        language: cookies[cookieNameOn(server, languageCookie)],
      }
    },
    stillOpen,
    limits: deps.limits,
    polling: deps.config.socketPolling,
    trustedHops: deps.config.TRUST_PROXY,
  })
  onSessionsEnded(deps.db, sockets.endSessions)
  onPublishedToUsers(deps.db, (userId, name, payload) => {
    const event = findEvent(name)
    if (event) sockets.emitTo(userId, event, payload)
  })
  return sockets
}

function openRoutes(
  app: FastifyInstance,
  shared: Pick<RouteGroup, 'served' | 'uploadFolder'>,
  demandOfAdmins: NonNullable<RouteGroup['demand']>,
): Routes {
  const open = <A extends Access>(access: A) => ({ access, app, ...shared })
  return {
    public: open('public'),
    signedIn: open('signedIn'),
    student: open('student'),
    educator: open('educator'),
    admin: { ...open('admin'), demand: demandOfAdmins },
    webhook: open('webhook'),
  }
}
