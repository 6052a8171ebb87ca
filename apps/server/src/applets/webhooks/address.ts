import type { Config } from "#platform/config.ts";

export function webhookUrl({ urls }: Config, token: string): string {
  return `${urls.api}/applets/webhooks/${token}`;
}
