/** Ends a child process when this one dies, however it dies: also by kill -9, and with all its process group. */
import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { User } from './unprivileged-user.ts'

/** Nothing is ever written to it: it ends when whoever holds the other end of the pipe does. */
export const watchScript = 'read -r _; kill -s "$1" "$2"'

/**
 * Starts a watcher, in a session of its own, that sends `signal` to the child once this process is gone.
 * @returns what ends the watcher: to be called when the child has ended, whose number may be another's soon.
 */
export function endWithParent(pid: number, signal: 'INT' | 'TERM', user: User | undefined): () => void {
  const watcher = spawn('/bin/sh', ['-c', watchScript, 'sh', signal, String(pid)], {
    ...user,
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without one, what a killed process leaves is ended by the next start, as ever.
  watcher.on('error', () => {})
  watcher.unref()
  const pipe = watcher.stdin as Socket
  pipe.on('error', () => {})
  pipe.unref()
  return () => {
    watcher.kill('SIGKILL')
    pipe.destroy()
  }
}
