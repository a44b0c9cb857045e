/** The EICAR test file: harmless, and called malware by every scanner. Kept in hex, so that this file isn't it. */
export const eicar = Buffer.from(
  '58354f2150254041505b345c505a58353428505e2937434329377d2445494341522d5354414e444152442d414e544956495255532d544553542d46494c452124482b482a',
  'hex',
)
