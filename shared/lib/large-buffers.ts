/** How the engine counts large buffers: with its own heap, so that mail of megabytes doesn't have it collect all the time. */
import { setFlagsFromString } from 'node:v8'

/**
 * From here on, and on all threads, buffers count towards the limit at which the engine collects everything, which grows
 * with what is in use. By itself it begins with each 64 MB that buffers come to, whatever was let go of in between: under
 * mail of a megabyte that is every third message, and each time it goes through all that lives. An engine that doesn't
 * know the setting says so on stderr, and stays as it is.
 */
export function countBuffersWithHeap(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}
