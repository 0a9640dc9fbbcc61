import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostgres, findProgram } from './prepare/system-programs.ts'
import { projectRoot } from './project-root.ts'
import { nodeArguments, processEnvironment } from './server-process.ts'

/** A program of the cluster. */
export type Member = {
  name: string
  /** Sends a signal and waits until the program has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again on the same data, and waits until it answers. */
  start(): Promise<void>
}

/** Two web processes, a worker, a search process, PostgreSQL behind PgBouncer, Redis, an S3-compatible store, and nginx in front. */
export type LocalCluster = {
  /** address of nginx */
  url: string
  /** addresses of the web processes behind it */
  webUrls: readonly string[]
  members: Record<'database' | 'pooler' | 'redis' | 'store' | 'web1' | 'web2' | 'worker' | 'search' | 'proxy', Member>
  /** folder of data and logs: `<name>.log` */
  folder: string
  stop(): Promise<void>
}

type Program = {
  name: string
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  /** user that it runs as, where it refuses root */
  user?: { uid: number; gid: number } | undefined
  isReady: () => Promise<boolean>
}

/** Secret with which the sandbox of the cluster signs payments. */
export const keySecret = 'cluster-key-secret'

/** Account of the processes at the store. */
const storeKey = 'courses:server'
const storeSecret = 'cluster-store-secret'

/** Maximum time of a start in milliseconds: the first one fills the demo. */
const startMs = 180_000

/** Returns ports that no one listens on at this moment. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening')
      const address = server.address()
      if (address === null || typeof address === 'string') throw new Error('the system gave no port')
      return address.port
    }),
  )
  for (const server of servers) server.close()
  return ports
}

const answers = (url: string) => async (): Promise<boolean> =>
  await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status < 500,
    () => false,
  )

function requireProgram(name: string): string {
  const found = findProgram(name)
  if (!found) throw new Error(`${name} is missing: install the package ${name}`)
  return found
}

/** The user of PostgreSQL's package: its server and PgBouncer refuse to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Starts a program, and starts it again where a test has stopped it; its output goes to a file. */
function member(program: Program, folder: string): Member {
  const { name, command, args, env, user, isReady } = program
  let child: ChildProcess | undefined
  const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null
  return {
    name,
    async start() {
      const log = openSync(join(folder, `${name}.log`), 'a')
      child = spawn(command, args, { cwd: projectRoot, stdio: ['ignore', log, log], ...user, ...(env && { env }) })
      for (const latest = Date.now() + startMs; Date.now() < latest; await sleep(300)) {
        if (await isReady()) return
        if (hasEnded()) break
      }
      throw new Error(`${name} did not start:\n${readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2_000)}`)
    },
    async stop(signal = 'SIGTERM') {
      if (!child || hasEnded()) return
      const end = once(child, 'exit')
      child.kill(signal)
      await end
    },
  }
}

/** Returns the configuration of nginx: that of operators without its servers, with the ports of these processes and without TLS. */
function proxyConfiguration(folder: string, port: number, webPorts: readonly number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const [upstream = ''] = readFileSync(join(projectRoot, 'deploy/nginx/virtual-courses.conf'), 'utf8').split(
    '\nserver {',
  )
  return `daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${webPorts.reduce((text, one, index) => text.replace(`127.0.0.1:${8001 + index} `, `127.0.0.1:${one} `), upstream)}
  server {
    listen 127.0.0.1:${port};
    listen [::1]:${port};
    include ${join(projectRoot, 'deploy/nginx/locations.conf')};
  }
}
`
}

/** Returns the configuration of PgBouncer: that of operators, with the ports of these programs and without passwords. */
function poolerConfiguration(folder: string, port: number, databasePort: number): string {
  const values = {
    'port=5432 dbname=courses': `port=${databasePort} dbname=postgres`,
    'listen_port = 6432': `listen_port = ${port}`,
    'auth_type = scram-sha-256': 'auth_type = trust',
    '/etc/pgbouncer/userlist.txt': `${folder}/users.txt`,
    'pidfile = /var/run/postgresql/pgbouncer.pid': `pidfile = ${folder}/pgbouncer.pid`,
    'logfile = /var/log/postgresql/pgbouncer.log': '',
  }
  let text = readFileSync(join(projectRoot, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8')
  for (const [theirs, ours] of Object.entries(values)) {
    if (!text.includes(theirs)) throw new Error(`deploy/pgbouncer/pgbouncer.ini has no "${theirs}"`)
    text = text.replace(theirs, ours)
  }
  return text
}

/**
 * Starts the cluster on this machine, everything on loopback and in a folder of its own. `env` goes to the web processes and the
 * worker. Throws with the name of the Debian package when a program is missing.
 */
export async function startCluster({
  port,
  env = {},
}: {
  port: number
  env?: NodeJS.ProcessEnv
}): Promise<LocalCluster> {
  const postgres = findPostgres()
  if (!postgres) throw new Error('PostgreSQL is missing: install the package postgresql')
  const redisServer = requireProgram('redis-server')
  const nginx = requireProgram('nginx')
  const pgbouncer = requireProgram('pgbouncer')
  const folder = mkdtempSync(join(tmpdir(), 'vc-cluster-'))
  chmodSync(folder, 0o755)
  const [databasePort = 0, poolerPort = 0, redisPort = 0, storePort = 0, ...appPorts] = await freePorts(8)
  const [web1 = 0, web2 = 0, workerPort = 0, searchPort = 0] = appPorts
  const user = unprivileged()

  const data = join(folder, 'database')
  mkdirSync(data, { mode: 0o700 })
  if (user) execFileSync('chown', [`${user.uid}:${user.gid}`, data])
  execFileSync(join(postgres.folder, 'initdb'), ['-D', data, '-U', 'courses', '-A', 'trust', '-E', 'UTF8', '-N'], {
    ...user,
    stdio: 'ignore',
  })
  writeFileSync(join(folder, 'users.txt'), '"courses" ""\n')
  writeFileSync(join(folder, 'pgbouncer.ini'), poolerConfiguration(folder, poolerPort, databasePort))
  writeFileSync(join(folder, 'nginx.conf'), proxyConfiguration(folder, port, [web1, web2]))

  const isListening = (at: number) => async () => {
    const socket = connect(at, '127.0.0.1')
    return await once(socket, 'connect').then(
      () => Boolean(socket.destroy()),
      () => false,
    )
  }
  const application = (name: string, role: 'web' | 'worker' | 'search', at: number): Program => ({
    name,
    command: process.execPath,
    args: [...nodeArguments, 'server/src/main.ts'],
    isReady: answers(`http://127.0.0.1:${at}/readyz`),
    env: {
      ...process.env,
      ...processEnvironment,
      NODE_ENV: 'development',
      SEED: 'demo',
      LOG_LEVEL: 'warn',
      ROLE: role,
      PORT: String(at),
      PUBLIC_URL: `http://localhost:${port}`,
      TRUST_PROXY: '1',
      SHUTDOWN_GRACE_SECONDS: '5',
      // nothing but the addresses is shared, as on several machines
      DATA_DIR: join(folder, name),
      DATABASE_URL: `postgres://courses@127.0.0.1:${poolerPort}/courses`,
      DATABASE_DIRECT_URL: `postgres://courses@127.0.0.1:${databasePort}/postgres`,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      SEARCH_URL: `http://127.0.0.1:${searchPort}`,
      STORAGE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${storePort}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'media',
      S3_ACCESS_KEY_ID: storeKey,
      S3_SECRET_ACCESS_KEY: storeSecret,
      CODE_SECRET: 'the-processes-of-the-cluster-share-this',
      PAYOUT_SECRET: 'and-this-one-for-the-bank-details-of-educators',
      RAZORPAY_KEY_ID: 'rzp_test_clusterkey0001',
      RAZORPAY_KEY_SECRET: keySecret,
      RAZORPAY_WEBHOOK_SECRET: 'cluster-webhook-secret',
      PAYMENTS: 'sandbox',
      ...env,
    },
  })
  const storeFolder = join(folder, 'store')
  mkdirSync(storeFolder)
  const program = (one: Program) => member(one, folder)
  const members = {
    database: program({
      name: 'database',
      command: join(postgres.folder, 'postgres'),
      args: [
        '-D',
        data,
        '-p',
        String(databasePort),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=`,
      ],
      user,
      isReady: isListening(databasePort),
    }),
    pooler: program({
      name: 'pooler',
      command: pgbouncer,
      args: [join(folder, 'pgbouncer.ini')],
      user,
      isReady: isListening(poolerPort),
    }),
    redis: program({
      name: 'redis',
      command: redisServer,
      args: ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      isReady: isListening(redisPort),
    }),
    store: program({
      name: 'store',
      // Debian's Python has Debian's packages
      command: '/usr/bin/python3',
      args: [
        join(projectRoot, 'server/test/support/services/serve-swift.py'),
        storeFolder,
        'media',
        storeKey,
        storeSecret,
        String(storePort),
      ],
      isReady: isListening(storePort),
    }),
    web1: program(application('web1', 'web', web1)),
    web2: program(application('web2', 'web', web2)),
    worker: program(application('worker', 'worker', workerPort)),
    search: program(application('search', 'search', searchPort)),
    proxy: program({
      name: 'proxy',
      command: nginx,
      args: ['-p', folder, '-c', join(folder, 'nginx.conf')],
      isReady: answers(`http://localhost:${port}/healthz`),
    }),
  }
  const stop = async (): Promise<void> => {
    const { database, pooler, redis, store, ...others } = members
    await Promise.all(Object.values(others).map((one) => one.stop()))
    await pooler.stop()
    await Promise.all([database.stop('SIGINT'), redis.stop(), store.stop('SIGKILL')])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { database, pooler, redis, store } = members
    await Promise.all([database.start(), pooler.start(), redis.start(), store.start()])
    // together, as after a failure of the power: they take turns at the database
    await Promise.all([members.web1, members.web2, members.worker, members.search].map((one) => one.start()))
    await members.proxy.start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `http://localhost:${port}`,
    webUrls: [`http://127.0.0.1:${web1}`, `http://127.0.0.1:${web2}`],
    members,
    folder,
    stop,
  }
}
