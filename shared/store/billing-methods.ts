/** Payment methods and gateways' customers in the database. */
import type { PaymentMethod } from '../domain/billing.ts'
import type { Page } from '../domain/pagination.ts'
import type { Sql } from '../lib/sql.ts'

const columns = `m.id, m.gateway, m.type, m.brand, m.last4, m.exp_month, m.exp_year, m.is_default, m.created_at`

/** What the account is known by at a gateway; undefined where it isn't. */
export async function findCustomer(sql: Sql, tenantId: string, gateway: string): Promise<string | undefined> {
  const [row] = await sql.query<{ reference: string }>(
    'select reference from billing_customers where tenant_id = $1 and gateway = $2',
    [tenantId, gateway],
  )
  return row?.reference
}

/** Keeps it; of two at once, the first one counts. Answers what counts. */
export async function saveCustomer(
  sql: Sql,
  tenantId: string,
  gateway: string,
  reference: string,
): Promise<string> {
  const [row] = await sql.query<{ reference: string }>(
    `insert into billing_customers as c (tenant_id, gateway, reference) values ($1, $2, $3)
     on conflict (tenant_id, gateway) do update set reference = c.reference returning reference`,
    [tenantId, gateway, reference],
  )
  return row!.reference
}

/** Whom a gateway is told of. */
export async function findContact(sql: Sql, accountId: string): Promise<{ name: string; email: string }> {
  const [row] = await sql.query<{ name: string; email: string }>(
    'select organization_name as name, contact_email as email from accounts where id = $1',
    [accountId],
  )
  return row ?? { name: '', email: '' }
}

export interface NewMethod {
  tenantId: string
  id: string
  gateway: string
  reference: string
  type: string
  brand: string | null
  last4: string | null
  expMonth: number | null
  expYear: number | null
  setDefault: boolean
}

/** Stores a payment method, or finds the one that the gateway knows as the same; the first one is the default. */
export async function saveMethod(
  tx: Sql,
  method: NewMethod,
): Promise<{ method: PaymentMethod; isNew: boolean }> {
  const { tenantId, id, gateway } = method
  const [row] = await tx.query<{ id: string }>(
    `insert into payment_methods as m (tenant_id, id, gateway, reference, type, brand, last4, exp_month, exp_year, is_default)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false)
     on conflict (tenant_id, gateway, reference) do update set brand = excluded.brand, last4 = excluded.last4,
       exp_month = excluded.exp_month, exp_year = excluded.exp_year
     returning id`,
    [
      tenantId,
      id,
      gateway,
      method.reference,
      method.type,
      method.brand,
      method.last4,
      method.expMonth,
      method.expYear,
    ],
  )
  const kept = row!.id
  if (method.setDefault) await makeDefault(tx, tenantId, { id: kept, gateway })
  else await promoteMethod(tx, tenantId, gateway)
  return { method: (await showMethod(tx, tenantId, kept))!, isNew: kept === id }
}

/** Makes a payment method the default of its gateway, and no other one. */
export async function makeDefault(
  tx: Sql,
  tenantId: string,
  { id, gateway }: Pick<NewMethod, 'id' | 'gateway'>,
): Promise<void> {
  await tx.query(
    'update payment_methods set is_default = false where tenant_id = $1 and gateway = $2 and is_default and id <> $3',
    [tenantId, gateway, id],
  )
  await tx.query('update payment_methods set is_default = true where tenant_id = $1 and id = $2', [
    tenantId,
    id,
  ])
}

/** A payment method as it is shown; undefined where there is none. */
export async function showMethod(sql: Sql, tenantId: string, id: string): Promise<PaymentMethod | undefined> {
  const [row] = await sql.query<PaymentMethod>(
    `select ${columns} from payment_methods m where m.tenant_id = $1 and m.id = $2`,
    [tenantId, id],
  )
  return row
}

/** Makes the newest payment method the default, where there is none. */
async function promoteMethod(tx: Sql, tenantId: string, gateway: string): Promise<void> {
  await tx.query(
    `update payment_methods m set is_default = true where m.tenant_id = $1 and m.id = (
       select max(id) from payment_methods where tenant_id = $1 and gateway = $2)
     and not exists (select 1 from payment_methods where tenant_id = $1 and gateway = $2 and is_default)`,
    [tenantId, gateway],
  )
}

/** Deletes a payment method; answers what its gateway knows it by. */
export async function deleteMethod(
  tx: Sql,
  tenantId: string,
  id: string,
): Promise<{ gateway: string; reference: string } | undefined> {
  const [row] = await tx.query<{ gateway: string; reference: string }>(
    'delete from payment_methods where tenant_id = $1 and id = $2 returning gateway, reference',
    [tenantId, id],
  )
  if (row !== undefined) await promoteMethod(tx, tenantId, row.gateway)
  return row
}

export interface UsableMethod {
  id: string
  reference: string
}

/** The payment method with that id, or the default where none is named; undefined where there is none. */
export async function findMethod(
  sql: Sql,
  tenantId: string,
  gateway: string,
  id: string | null,
): Promise<UsableMethod | undefined> {
  const [row] = await sql.query<UsableMethod>(
    `select id, reference from payment_methods where tenant_id = $1 and gateway = $2
       and case when $3::text is null then is_default else id = $3 end`,
    [tenantId, gateway, id],
  )
  return row
}

/** Payment methods of a tenant, newest first; one more than the page holds. */
export function listMethods(sql: Sql, tenantId: string, page: Page): Promise<PaymentMethod[]> {
  return sql.query<PaymentMethod>(
    `select ${columns} from payment_methods m where m.tenant_id = $1 and ($2::text is null or m.id < $2)
     order by m.id desc limit $3`,
    [tenantId, page.after?.[0] ?? null, page.limit + 1],
  )
}
