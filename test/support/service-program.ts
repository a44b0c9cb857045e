/** The service's program, as tests start it: a run of all tests bundles it once, since they start it some hundred times. */
import { fileURLToPath } from 'node:url'

/** The folder that the bundle is made in; unset, the sources are started. */
export const bundleFolder = process.env.SERVICE_BUNDLE

/** As operators start it. */
export const sources = fileURLToPath(new URL('../../services/main.ts', import.meta.url))

/** What a test starts that is not about the sources. */
export const serviceProgram = bundleFolder === undefined ? sources : `${bundleFolder}/main.mjs`
