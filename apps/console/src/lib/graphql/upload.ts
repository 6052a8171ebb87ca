// Files travel as a GraphQL multipart request: pass a File among the variables of a mutation and urql
// builds the form. Such a call needs no preflight, so it repeats the XSRF cookie in a header.
// Under HTTPS the cookie has the prefix that keeps other hosts from setting it.
const pattern = /(?:^|; )(?:__Host-)?XSRF-TOKEN=([^;]*)/;

export function uploadHeaders(
  body: BodyInit | null | undefined,
  cookies: string,
): Readonly<Record<string, string>> {
  if (!(body instanceof FormData)) return {};
  const token = pattern.exec(cookies)?.[1];
  return token === undefined ? {} : { "x-xsrf-token": decodeURIComponent(token) };
}
