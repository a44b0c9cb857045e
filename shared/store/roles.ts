/** The role that the service connects as: it owns nothing, and may do what the service does. */
import pg from 'pg'
import { limits } from '../domain/limits.ts'
import type { Log } from '../lib/log.ts'
import { connectionSettings } from '../lib/postgres-session.ts'
import { takeTurn } from './migrate.ts'

/** What roles may do with the tables of pg-boss; those of the service are granted by its migrations. */
const queueGrants = `
  grant usage on schema pgboss to agent_email_service, agent_email_tenant;
  grant select, insert, update, delete on all tables in schema pgboss to agent_email_service, agent_email_tenant;
  grant usage, select on all sequences in schema pgboss to agent_email_service, agent_email_tenant;
  do $$
  begin
    if current_setting('server_version_num')::int >= 170000 then
      execute 'grant maintain on all tables in schema pgboss to agent_email_service';
    end if;
  end $$`

/** Tables of pg-boss that the service can't use yet: pg-boss makes new ones when it is upgraded. */
const ungranted = `select 1 from pg_tables where schemaname = 'pgboss'
  and not has_table_privilege('agent_email_service', format('%I.%I', schemaname, tablename), 'delete') limit 1`

/**
 * Lets the user of `serviceUrl` do what the service does, as the owner of the tables: makes the user, with the password
 * of the URL, where there is none, and gives it the service's roles. Safe to run by several processes at once.
 * @throws the database's error; nothing is changed then.
 */
export async function admitService(ownerUrl: string, serviceUrl: string, log: Log): Promise<void> {
  const owner = await connect(ownerUrl, limits.databaseQueryMs)
  try {
    await takeTurn(owner, log)
    if ((await owner.query(ungranted)).rows.length > 0) await owner.query(queueGrants)
    // As node-postgres reads the URL, wherever it names the user.
    const { user = '', password } = new pg.Client({ connectionString: serviceUrl })
    const isOwner = await owner.query('select 1 where current_user = $1', [user])
    if (isOwner.rows.length === 0) await admit(owner, user, password ?? null)
    await owner.query('commit')
  } finally {
    await owner.end()
  }
}

async function admit(owner: pg.Client, user: string, password: string | null): Promise<void> {
  const { rows } = await owner.query<{ member: boolean }>(
    `select pg_has_role(oid, 'agent_email_service', 'member') and pg_has_role(oid, 'agent_email_tenant', 'member') as member
     from pg_roles where rolname = $1`,
    [user],
  )
  const name = owner.escapeIdentifier(user)
  if (rows.length === 0) {
    const secret = password === null ? '' : ` password ${owner.escapeLiteral(password)}`
    await owner.query(`create role ${name} login${secret}`)
  }
  if (rows[0]?.member !== true) await owner.query(`grant agent_email_service, agent_email_tenant to ${name}`)
}

/** A server that says nothing is waited for no longer than that, since whoever starts asks again. */
async function connect(url: string, queryMs: number): Promise<pg.Client> {
  const settings = connectionSettings(url, limits.databaseConnectMs)
  const client = new pg.Client({ ...settings, query_timeout: queryMs })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Whether the user of this URL owns the service's tables, or is bound by no privileges at all. */
export async function ownsTables(url: string): Promise<boolean> {
  const client = await connect(url, limits.databaseConnectMs)
  try {
    const { rows } = await client.query<{ owns: boolean }>(
      `select rolsuper or pg_has_role(c.relowner, 'member') as owns
       from pg_roles, pg_class c where rolname = current_user and c.oid = 'public.messages'::regclass`,
    )
    return rows[0]?.owns === true
  } finally {
    await client.end()
  }
}
