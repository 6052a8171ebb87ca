// Files travel as a GraphQL multipart request: pass a File among the variables of a mutation and urql
// builds the form. Such a call needs no preflight, so it repeats the XSRF cookie in a header.
const cookieName = "XSRF-TOKEN";

export function uploadHeaders(
  body: BodyInit | null | undefined,
  cookies: string,
): Readonly<Record<string, string>> {
  if (!(body instanceof FormData)) return {};
  const pair = cookies.split("; ").find((part) => part.startsWith(`${cookieName}=`));
  return pair ? { "x-xsrf-token": decodeURIComponent(pair.slice(cookieName.length + 1)) } : {};
}
