/** A project of docker-compose.yml run for a test: secrets, volumes, ports and name of its own, gone afterwards. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const top = fileURLToPath(new URL('../../', import.meta.url))

const inspected = z
  .object({
    Id: z.string(),
    State: z.object({
      Running: z.boolean(),
      ExitCode: z.int(),
      Health: z.object({ Status: z.string() }).optional(),
    }),
    Config: z.object({ Labels: z.record(z.string(), z.string()) }),
    NetworkSettings: z.object({
      Ports: z.record(z.string(), z.array(z.object({ HostPort: z.string() })).nullable()),
    }),
  })
  .transform(({ Id, State, Config, NetworkSettings }) => ({
    id: Id,
    service: Config.Labels['com.docker.compose.service'] ?? '',
    running: State.Running,
    exitCode: State.ExitCode,
    /** Of one that only has a task: whether that is done. */
    healthy: State.Health?.Status === 'healthy' || (!State.Running && State.ExitCode === 0 && !State.Health),
    /** Published ports of this machine. */
    ports: [
      ...new Set(
        Object.values(NetworkSettings.Ports).flatMap((ports) => ports?.map((p) => p.HostPort) ?? []),
      ),
    ].map(Number),
  }))

/** One container, as it was when asked. */
export type Container = z.output<typeof inspected>

export class ComposeProject {
  /** A folder that lives as long as the project. */
  readonly folder = mkdtempSync(join(tmpdir(), 'agent-email-compose-'))
  readonly #name = `agent-email-check-${process.pid}`
  readonly #compose: string[]
  readonly #environment: Record<string, string>

  private constructor(compose: string[], settings: Record<string, string>) {
    this.#compose = compose
    const { PATH = '', HOME = '' } = process.env
    const docker = Object.entries(process.env).filter(([name]) => name.startsWith('DOCKER_'))
    this.#environment = {
      PATH,
      HOME,
      ...(Object.fromEntries(docker) as Record<string, string>),
      COMPOSE_PROJECT_NAME: this.#name,
      SECRETS_DIR: join(this.folder, 'secrets'),
      ...settings,
    }
    writeFileSync(join(this.folder, 'empty.env'), '')
  }

  /** Compose v2 where there is one, else docker-compose; makes secrets. @throws where Docker has neither. */
  static async make(settings: Record<string, string>): Promise<ComposeProject> {
    const version2 = await new ComposeProject([], settings).#run(['docker', 'compose', 'version']).then(
      () => true,
      () => false,
    )
    const project = new ComposeProject(version2 ? ['docker', 'compose'] : ['docker-compose'], settings)
    await project.#run([join(top, 'config', 'make-secrets.sh'), join(project.folder, 'secrets')])
    return project
  }

  /** Runs Compose with these arguments. @returns its standard output. @throws with its standard error. */
  compose(...args: string[]): Promise<string> {
    // Not the .env of the checkout: it may name a real relay.
    const envFile = ['--env-file', join(this.folder, 'empty.env')]
    return this.#run([...this.#compose, ...envFile, '-f', join(top, 'docker-compose.yml'), ...args])
  }

  /** Runs the Docker client. @returns its standard output. @throws with its standard error. */
  docker(...args: string[]): Promise<string> {
    return this.#run(['docker', ...args])
  }

  /** Every container of the project, stopped ones too. */
  async containers(): Promise<Container[]> {
    const filter = `label=com.docker.compose.project=${this.#name}`
    const ids = (await this.docker('ps', '-aq', '--filter', filter)).split('\n').filter((id) => id !== '')
    if (ids.length === 0) return []
    return z.array(inspected).parse(JSON.parse(await this.docker('inspect', ...ids)))
  }

  /** Waits until all containers say that they are healthy. @throws when one ends, or time is up. */
  async healthy(minutes: number): Promise<Container[]> {
    const deadline = performance.now() + minutes * 60_000
    for (;;) {
      const containers = await this.containers()
      if (containers.every(({ healthy }) => healthy)) return containers
      const late = containers.filter(({ healthy }) => !healthy).map(({ service }) => service)
      if (performance.now() > deadline) throw new Error(`not healthy in time: ${late.join(', ')}`)
      await delay(500)
    }
  }

  /** SIGTERM, and waits until it has ended. @returns its exit status. */
  async stop({ id }: Container): Promise<number> {
    await this.docker('stop', '--time', '45', id)
    return (await this.containers()).find((container) => container.id === id)?.exitCode ?? -1
  }

  /** Removes containers, volumes, networks and secrets. */
  async remove(): Promise<void> {
    try {
      await this.compose('down', '--volumes', '--timeout', '5')
    } finally {
      rmSync(this.folder, { recursive: true, force: true })
    }
  }

  #run([program, ...args]: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn(program!, args, { env: this.#environment, stdio: ['ignore', 'pipe', 'pipe'] })
      const output: Buffer[] = []
      const errors: Buffer[] = []
      child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
      child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
      child.once('error', reject)
      child.once('close', (code) => {
        if (code === 0) return resolve(String(Buffer.concat(output)).trim())
        const words = String(Buffer.concat(errors)).trim().split('\n').slice(-20).join('\n')
        reject(new Error(`${program} ${args.join(' ')}: ${code}\n${words}`))
      })
    })
  }
}
