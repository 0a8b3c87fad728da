using System;
using System.Globalization;
using System.Net.Http.Headers;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Primitives;

namespace SfPerf.DevCluster.Gateway;

/// <summary>
/// Keeps web pages out. A browser runs as the user who owns the cluster, so its requests pass every check of the
/// user; what tells them apart are the headers that a page cannot choose. Programs need not send any of these.
/// </summary>
/// <remarks>
/// A page whose name was rebound to this machine has a foreign Host; any other page has a foreign Origin or
/// Sec-Fetch-Site; one of a browser that sends neither can only send the content types of a form. Over https a browser
/// shows the certificate of its user to whoever asks, so that the same holds there. What the port is called from
/// outside is not known there: it may be forwarded.
/// </remarks>
internal static class RequestGuard
{
    private static readonly string[] Names = ["127.0.0.1", "localhost", "[::1]"];

    /// <summary>Gets why a request is refused, or null. Reads headers only.</summary>
    internal static Refusal? Check(HttpContext context)
    {
        if (CheckSite(context) is { } refusal)
            return refusal;
        // A page can send neither without asking first, and is refused then. What is put may be of any type.
        if (HttpMethods.IsPut(context.Request.Method) || HttpMethods.IsDelete(context.Request.Method))
            return null;
        var type = context.Request.Headers.ContentType;
        var body = context.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody != false;
        return (body || type.Count > 0) && !IsJson(type)
            ? new(StatusCodes.Status415UnsupportedMediaType, "E_INVALIDARG", $"Content-Type is '{type}'. Allowed: "
                + "application/json, in UTF-8. (curl: -H 'Content-Type: application/json')")
            : null;
    }

    /// <summary>Gets why a request is refused that a page of another site makes, or null.</summary>
    internal static Refusal? CheckSite(HttpContext context)
    {
        var request = context.Request;
        var port = context.Connection.LocalPort.ToString(CultureInfo.InvariantCulture);
        if (context.Features.Get<ClientProof>() is { } proof)
            return CheckSecure(context, proof) ?? CheckFetch(request);
        if (!IsOwn(request.Headers.Host, "", port))
            return Denied("Host", request.Headers.Host, $"{string.Join($":{port}, ", Names)}:{port}");
        if (request.Headers.Origin.Count > 0 && !IsOwn(request.Headers.Origin, "http://", port))
            return Denied("Origin", request.Headers.Origin, "none, or the address of the gateway itself");
        return CheckFetch(request);
    }

    private static Refusal? CheckSecure(HttpContext context, ClientProof proof)
    {
        var hosts = context.Request.Headers.Host;
        var name = hosts.Count == 1 ? new HostString(hosts[0]!).Host : "";
        var address = context.Connection.LocalIpAddress;
        if (address is { IsIPv4MappedToIPv6: true })
            address = address.MapToIPv4();
        var bare = name.Trim('[', ']');
        if (!Array.Exists(Names, n => n.Equals(name, StringComparison.OrdinalIgnoreCase))
            && bare != address?.ToString() && !proof.IsNamed(bare))
        {
            return Denied("Host", hosts, "a name of the gateway's certificate, its address, localhost");
        }

        var origins = context.Request.Headers.Origin;
        return origins.Count > 0 && !$"https://{hosts}".Equals(origins.ToString(), StringComparison.OrdinalIgnoreCase)
            ? Denied("Origin", origins, "none, or the address of the gateway itself") : null;
    }

    private static Refusal? CheckFetch(HttpRequest request)
    {
        var site = request.Headers["Sec-Fetch-Site"];
        if (site.Count > 0 && site.ToString() is not ("same-origin" or "none"))
            return Denied("Sec-Fetch-Site", site, "none, same-origin");
        return null;
    }

    private static Refusal Denied(string header, StringValues value, string allowed) =>
        new(StatusCodes.Status403Forbidden, "E_ACCESSDENIED", $"{header} is '{value}'. Allowed: {allowed}. Web pages "
            + "of other sites and other names of this machine are not served.");

    private static bool IsOwn(StringValues values, string scheme, string port)
    {
        if (values.Count != 1)
            return false;
        var text = values[0]!;
        foreach (var name in Names)
        {
            if (text.Equals($"{scheme}{name}:{port}", StringComparison.OrdinalIgnoreCase))
                return true;
        }
        return false;
    }

    private static bool IsJson(StringValues values) =>
        values.Count == 1 && MediaTypeHeaderValue.TryParse(values[0], out var type)
            && "application/json".Equals(type.MediaType, StringComparison.OrdinalIgnoreCase)
            && (type.CharSet is null || "utf-8".Equals(type.CharSet.Trim('"'), StringComparison.OrdinalIgnoreCase));
}

/// <summary>Describes why a request is refused before it is routed.</summary>
internal sealed record Refusal(int Status, string Code, string Message);
