/** Stripe as far as we use it: a real HTTP server that speaks its protocol, keeps what it is told, and posts events. */
import { createHmac, hash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Parameters of a form: `a[b]=c` is `{a: {b: 'c'}}`, `a[0]=b` is `{a: {0: 'b'}}`. */
interface Form {
  [name: string]: string | Form
}
type Fields = Record<string, unknown>

/** What is done with a request instead of answering it as usual. */
export type Trouble =
  /** Answers so, and does nothing. */
  | { status: number; code?: string; type?: 'api_error' | 'invalid_request_error' }
  /** Does what is asked, and the answer gets lost. */
  | 'lose answer'
  /** Does what is asked, and never answers. */
  | 'hang'
  /** Does nothing, and closes the connection. */
  | 'close'

export interface StripeRequest {
  method: string
  path: string
  form: Form
  idempotencyKey: string | null
}

interface Answer {
  status: number
  body: Fields
}

export interface StripeIntent extends Fields {
  id: string
  status: string
  amount: number
  client_secret: string
  metadata: Form
}

const monthSeconds = 30 * 86_400

class StripeError extends Error {
  readonly answer: Answer
  constructor(status: number, error: Fields) {
    super(String(error.message))
    this.answer = { status, body: { error } }
  }
}

/** How a card ends; that of Stripe's test cards whose name is in its token. */
const behaviours = {
  chargeDeclined: 'declined when attached',
  chargeCustomerFail: 'declined when charged',
  authenticationRequired: 'asks',
} as const
type Behaviour = (typeof behaviours)[keyof typeof behaviours] | 'pays'

export class StripeServer {
  readonly secretKey = 'sk_test_ofthetests0123456789'
  readonly webhookSecret = 'whsec_ofthetests0123456789'
  /** All requests so far, oldest first. */
  readonly requests: StripeRequest[] = []
  readonly intents = new Map<string, StripeIntent>()
  readonly customers = new Map<string, Fields>()
  readonly subscriptions = new Map<string, Fields>()
  readonly prices = new Map<string, Fields>()
  readonly methods = new Map<string, Fields & { behaviour: Behaviour; customer: string | null }>()
  readonly #invoices = new Map<string, Fields>()
  readonly #invoicePayments = new Map<string, Fields & { payment: Form }>()
  readonly #answers = new Map<string, { fingerprint: string; answer: Answer }>()
  readonly #trouble: { path: RegExp; trouble: Trouble; times: number }[] = []
  readonly #waiting: { path: RegExp; resolve: (request: StripeRequest) => void }[] = []
  readonly #server = createServer((request, response) => void this.#handle(request, response))

  static async start(): Promise<StripeServer> {
    const server = new StripeServer()
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The settings of a service that takes this for Stripe. */
  get settings(): Record<string, string> {
    return {
      BILLING_GATEWAY: 'stripe',
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_API_URL: this.url,
    }
  }

  /** Makes trouble with the next `times` requests to a path like that. */
  trouble(path: RegExp, trouble: Trouble, times = 1): void {
    this.#trouble.push({ path, trouble, times })
  }

  /** Ends what {@link trouble} began. */
  calm(): void {
    this.#trouble.length = 0
  }

  /** The next request to a path like that. */
  next(path: RegExp): Promise<StripeRequest> {
    return new Promise((resolve) => this.#waiting.push({ path, resolve }))
  }

  /** The customer that a tenant is. */
  customerOf(tenantId: string): string {
    const found = [...this.customers.values()].find(
      ({ metadata }) => (metadata as Form | undefined)?.tenant_id === tenantId,
    )
    return String(found?.id)
  }

  /** Payments that went through. */
  get paid(): StripeIntent[] {
    return [...this.intents.values()].filter(({ status }) => status === 'succeeded')
  }

  /** Sets the outcome of a payment, as its owner's bank would. */
  finish(id: string, status: 'succeeded' | 'requires_payment_method' | 'canceled'): StripeIntent {
    const intent = this.intents.get(id)!
    Object.assign(intent, { status, amount_received: status === 'succeeded' ? intent.amount : 0 })
    return intent
  }

  /** The next month of a subscription, paid: the invoice. */
  renew(id: string, status: 'paid' | 'open' = 'paid'): Fields {
    const subscription = this.subscriptions.get(id)!
    return this.#invoice(subscription, 'subscription_cycle', status)
  }

  /** The PaymentIntent that an invoice is paid with. */
  intentOf(invoiceId: string): StripeIntent {
    const found = [...this.#invoicePayments.values()].find(({ invoice }) => invoice === invoiceId)
    return this.intents.get(String(found?.payment.payment_intent))!
  }

  /** An event: its body, and its signature by `secret` at `time` (Unix seconds). */
  event(
    type: string,
    object: Fields,
    {
      id = `evt_${randomBytes(8).toString('hex')}`,
      secret = this.webhookSecret,
      time = Math.floor(Date.now() / 1_000),
    } = {},
  ): { body: string; signature: string } {
    const created = Math.floor(Date.now() / 1_000)
    const body = JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } })
    const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    return { body, signature: `t=${time},v1=${v1}` }
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const text = Buffer.concat(chunks).toString('utf8')
    const asked: StripeRequest = {
      method: request.method ?? '',
      path: pathname,
      form: formOf([...searchParams, ...new URLSearchParams(text)]),
      idempotencyKey: (request.headers['idempotency-key'] as string | undefined) ?? null,
    }
    this.requests.push(asked)
    const trouble = this.#nextTrouble(pathname)
    if (trouble === 'close') {
      request.socket.destroy()
    } else if (typeof trouble === 'object') {
      const { status, code = 'lock_timeout', type = 'api_error' } = trouble
      send(response, { status, body: { error: { type, code, message: 'Trouble.' } } })
    } else {
      const authorized = request.headers.authorization === `Bearer ${this.secretKey}`
      const answer = authorized ? this.#answerOnce(asked) : unauthorized
      if (trouble === 'lose answer') request.socket.destroy()
      else if (trouble !== 'hang') send(response, answer)
    }
    for (const waiting of this.#waiting.filter(({ path }) => path.test(pathname)))
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)[0]?.resolve(asked)
  }

  #nextTrouble(path: string): Trouble | undefined {
    const found = this.#trouble.find((one) => one.path.test(path))
    if (found === undefined) return undefined
    if (--found.times === 0) this.#trouble.splice(this.#trouble.indexOf(found), 1)
    return found.trouble
  }

  /** Stripe keeps the answer of each key, errors too, and refuses the key for anything else. */
  #answerOnce(request: StripeRequest): Answer {
    const { idempotencyKey: key, method, path, form } = request
    if (key === null || method !== 'POST') return this.#answer(request)
    const fingerprint = hash('sha256', JSON.stringify([path, form]))
    const kept = this.#answers.get(key)
    if (kept === undefined) {
      const answer = this.#answer(request)
      this.#answers.set(key, { fingerprint, answer: structuredClone(answer) })
      return answer
    }
    if (kept.fingerprint === fingerprint) return kept.answer
    const message = 'Keys for idempotent requests can only be used with the same parameters.'
    return { status: 400, body: { error: { type: 'idempotency_error', message } } }
  }

  #answer({ method, path, form }: StripeRequest): Answer {
    const [, , noun = '', id = '', action = ''] = path.split('/')
    try {
      return { status: 200, body: this.#do(`${method} ${noun}`, id, action, form) }
    } catch (error) {
      if (error instanceof StripeError) return error.answer
      throw error
    }
  }

  #do(what: string, id: string, action: string, form: Form): Fields {
    switch (what) {
      case 'POST customers':
        if (id !== '') return this.#updateCustomer(id, form)
        return keep(this.customers, 'cus', { object: 'customer', ...form })
      case 'POST payment_methods':
        if (action === 'attach') return this.#attach(id, String(form.customer))
        if (action === 'detach') return this.#detach(id)
        return this.#newMethod(String((form.card as Form).token))
      case 'POST payment_intents':
        return this.#pay(form)
      case 'GET payment_intents':
        return this.intents.get(id) ?? missing('payment_intent', id)
      case 'GET invoice_payments':
        return this.#listInvoicePayments(form)
      case 'GET prices': {
        const wanted = Object.values((form.lookup_keys as Form | undefined) ?? {})
        const data = [...this.prices.values()].filter(({ lookup_key: key }) => wanted.includes(String(key)))
        return { object: 'list', data, has_more: false, url: '/v1/prices' }
      }
      case 'POST prices':
        return keep(this.prices, 'price', { object: 'price', ...form, unit_amount: Number(form.unit_amount) })
      case 'POST subscriptions':
        return id === '' ? this.#subscribe(form) : this.#updateSubscription(this.#subscription(id), form)
      case 'GET subscriptions':
        if (id === '') return this.#listSubscriptions(String(form.customer))
        return this.#shown(this.#subscription(id))
      case 'DELETE subscriptions':
        return Object.assign(this.#subscription(id), { status: 'canceled' })
      default:
        throw new StripeError(404, { type: 'invalid_request_error', message: `Unrecognized: ${what}` })
    }
  }

  #newMethod(token: string): Fields {
    const name = Object.keys(behaviours).find((one) => token.includes(one)) as keyof typeof behaviours
    if (!/^(tok|pm_card)_\w+$/.test(token)) return missing('payment_method', token)
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 }
    const behaviour: Behaviour = name === undefined ? 'pays' : behaviours[name]
    return keep(this.methods, 'pm', {
      object: 'payment_method',
      type: 'card',
      card,
      behaviour,
      customer: null,
    })
  }

  #attach(id: string, customer: string): Fields {
    if (!this.customers.has(customer)) return missing('customer', customer)
    // A test card becomes a payment method of its own when it is attached.
    const found = this.methods.get(id) ?? (id.startsWith('pm_card_') ? this.#newMethod(id) : undefined)
    if (found === undefined) return missing('payment_method', id)
    if (found.behaviour === 'declined when attached') throw declined()
    return Object.assign(found, { customer })
  }

  /** Of a customer's settings, only what invoices are paid with is changed here. */
  #updateCustomer(id: string, form: Form): Fields {
    const customer = this.customers.get(id) ?? missing('customer', id)
    const settings = (form.invoice_settings ?? {}) as Form
    const method = String(settings.default_payment_method)
    if (this.methods.get(method)?.customer !== id) return missing('PaymentMethod', method)
    return Object.assign(customer, { invoice_settings: settings })
  }

  #detach(id: string): Fields {
    const method = this.methods.get(id)
    if (method === undefined || method.customer === null) return missing('payment_method', id)
    return Object.assign(method, { customer: null })
  }

  #pay(form: Form): Fields {
    const { payment_method: methodId, customer, amount, currency, off_session: offSession } = form
    if (Number(amount) < 50)
      throw new StripeError(400, {
        type: 'invalid_request_error',
        code: 'amount_too_small',
        message: 'Amount must be at least $0.50 usd.',
      })
    const method = this.methods.get(String(methodId))
    if (method === undefined || method.customer !== customer)
      return missing('payment_method', String(methodId))
    const intent = this.#intent(Number(amount), String(currency), (form.metadata as Form | undefined) ?? {})
    if (method.behaviour === 'declined when charged') {
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: cardError })
      throw declined(intent)
    }
    if (method.behaviour === 'asks' && offSession === 'true') {
      const error = { ...cardError, code: 'authentication_required', decline_code: 'authentication_required' }
      Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
      throw declined(intent, error)
    }
    if (method.behaviour === 'asks') return Object.assign(intent, { status: 'requires_action' })
    return this.finish(intent.id, 'succeeded')
  }

  #intent(amount: number, currency: string, metadata: Form): StripeIntent {
    const id = newId('pi')
    const intent = {
      id,
      object: 'payment_intent',
      status: 'requires_confirmation',
      amount,
      amount_received: 0,
      currency,
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      metadata,
    }
    this.intents.set(id, intent)
    return intent
  }

  #subscribe(form: Form): Fields {
    const { customer, default_payment_method: methodId, items, metadata = {} } = form
    const method = this.methods.get(String(methodId))
    if (method === undefined || method.customer !== customer)
      return missing('payment_method', String(methodId))
    const price = String(((items as Form)['0'] as Form).price)
    const subscription = keep(this.subscriptions, 'sub', {
      object: 'subscription',
      customer,
      metadata,
      status: 'active',
      cancel_at_period_end: false,
      default_payment_method: methodId,
      price,
      periodEnd: Math.floor(Date.now() / 1_000) + monthSeconds,
    } as Fields)
    const asks = method.behaviour === 'asks'
    const refused = method.behaviour === 'declined when charged'
    if (asks || refused) subscription.status = 'incomplete'
    const invoice = this.#invoice(subscription, 'subscription_create', asks || refused ? 'open' : 'paid')
    const intent = this.intentOf(String(invoice.id))
    Object.assign(intent, asks ? { status: 'requires_action' } : {})
    Object.assign(intent, refused ? { status: 'requires_payment_method', last_payment_error: cardError } : {})
    invoice.confirmation_secret = { type: 'payment_intent', client_secret: intent.client_secret }
    return this.#shown(subscription)
  }

  #updateSubscription(subscription: Fields, form: Form): Fields {
    if (subscription.status === 'canceled')
      throw new StripeError(400, {
        type: 'invalid_request_error',
        message: 'A canceled subscription can only update its cancellation_details and metadata.',
      })
    if (form.cancel_at_period_end !== undefined)
      subscription.cancel_at_period_end = form.cancel_at_period_end === 'true'
    const item = (form.items as Form | undefined)?.['0'] as Form | undefined
    if (item !== undefined) {
      const method = this.methods.get(
        String(form.default_payment_method ?? subscription.default_payment_method),
      )
      if (method?.behaviour !== 'pays') throw declined()
      Object.assign(subscription, { price: item.price, metadata: form.metadata ?? subscription.metadata })
      this.#invoice(subscription, 'subscription_update', 'paid')
    }
    return this.#shown(subscription)
  }

  #subscription(id: string): Fields {
    return this.subscriptions.get(id) ?? missing('subscription', id)
  }

  /** Where no status is asked for, those that are canceled are left out. */
  #listSubscriptions(customer: string): Fields {
    if (!this.customers.has(customer)) return missing('customer', customer)
    const data = [...this.subscriptions.values()]
      .filter((one) => one.customer === customer && one.status !== 'canceled')
      .map((one) => this.#shown(one))
    return { object: 'list', data, has_more: false, url: '/v1/subscriptions' }
  }

  #invoice(subscription: Fields, reason: string, status: 'paid' | 'open'): Fields {
    const amount = Number(this.prices.get(String(subscription.price))?.unit_amount ?? 0)
    const invoice = keep(this.#invoices, 'in', {
      object: 'invoice',
      status,
      billing_reason: reason,
      amount_due: amount,
      amount_paid: status === 'paid' ? amount : 0,
      currency: 'usd',
      confirmation_secret: null,
      lines: { object: 'list', data: [{ parent: { subscription_item_details: { proration: false } } }] },
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
    } as Fields)
    this.#payInvoice(invoice)
    subscription.latest_invoice = invoice.id
    if (status === 'paid' && reason !== 'subscription_create')
      subscription.periodEnd = Number(subscription.periodEnd) + monthSeconds
    return invoice
  }

  /** Each invoice has a payment of its own, which knows nothing of our names: only the InvoicePayment joins the two. */
  #payInvoice({ id, status, amount_due: amount, amount_paid }: Fields): void {
    const intent = this.#intent(Number(amount), 'usd', {})
    if (status === 'paid') this.finish(intent.id, 'succeeded')
    keep(this.#invoicePayments, 'inpay', {
      object: 'invoice_payment',
      invoice: id,
      status,
      is_default: true,
      amount_requested: amount,
      amount_paid: status === 'paid' ? amount_paid : null,
      currency: 'usd',
      payment: { type: 'payment_intent', payment_intent: intent.id },
    })
  }

  #listInvoicePayments({ payment, invoice, expand }: Form): Fields {
    const { type, payment_intent: intent } = (payment ?? {}) as Form
    if (payment !== undefined && type !== 'payment_intent')
      throw new StripeError(400, { type: 'invalid_request_error', message: 'Missing: payment[type].' })
    const expanded = Object.values((expand ?? {}) as Form).includes('data.invoice')
    const data = [...this.#invoicePayments.values()]
      .filter((one) => intent === undefined || one.payment.payment_intent === intent)
      .filter((one) => invoice === undefined || one.invoice === invoice)
      .map((one) => (expanded ? { ...one, invoice: this.#invoices.get(String(one.invoice)) } : one))
    return { object: 'list', data, has_more: false, url: '/v1/invoice_payments' }
  }

  /** A subscription as it is answered, with its newest invoice. */
  #shown(subscription: Fields): Fields {
    const { periodEnd, price, latest_invoice: invoice, ...rest } = subscription
    const item = { id: `si_${String(subscription.id)}`, current_period_end: periodEnd, price: { id: price } }
    return {
      ...rest,
      latest_invoice: this.#invoices.get(String(invoice)),
      items: { object: 'list', data: [item] },
    }
  }
}

const unauthorized: Answer = {
  status: 401,
  body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****' } },
}

const cardError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}

const declined = (intent?: StripeIntent, error: Fields = cardError) =>
  new StripeError(402, { ...error, ...(intent === undefined ? {} : { payment_intent: intent }) })

function missing(noun: string, id: string): never {
  const message = `No such ${noun}: '${id}'`
  throw new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message })
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

function keep<T extends Fields>(
  where: Map<string, T> | Map<string, Fields>,
  prefix: string,
  fields: T,
): T & { id: string } {
  const kept = { id: newId(prefix), ...fields }
  where.set(kept.id, kept)
  return kept
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') }).end(text)
}

function formOf(pairs: [string, string][]): Form {
  const form: Form = {}
  for (const [name, value] of pairs) {
    const path = name.split(/\[|\]\[|\]/).filter((part) => part !== '')
    const last = path.pop()!
    let at = form
    for (const part of path) {
      at[part] ??= {}
      at = at[part] as Form
    }
    at[last] = value
  }
  return form
}
