using System;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using SfPerf.DevCluster.Rest;
using SfPerf.DevCluster.Security;
using SfPerf.Platform.Admission;

namespace SfPerf.DevCluster.Gateway;

/// <summary>Represents what an https connection has shown, and what its requests may do for it.</summary>
internal sealed class ClientProof(ClientJudge judge, X509Certificate2 server, Refusals refusals)
{
    private const string NothingShown = "it has shown no client certificate.";
    private DateTime _end;
    private string _problem = NothingShown;

    /// <summary>Gets what the client may do as long as its certificate is valid.</summary>
    internal ClientRole Role { get; private set; }

    /// <summary>Takes the client's certificate.</summary>
    /// <param name="certificate">The certificate; null: there is none.</param>
    /// <param name="sent">What came along with it.</param>
    internal void Take(X509Certificate2? certificate, X509Certificate2Collection sent)
    {
        if (certificate is null)
            return;
        Role = judge.RoleOf(certificate, sent);
        _end = certificate.NotAfter.ToUniversalTime();
        _problem = judge.IsValid(certificate)
            ? $"its client certificate {certificate.Thumbprint} is nobody's whom the cluster admits."
            : $"its client certificate {certificate.Thumbprint} is valid from "
                + $"{certificate.NotBefore.ToUniversalTime():u} to {_end:u}.";
    }

    /// <summary>Gets why a request is refused; null when it may go on.</summary>
    internal Refusal? Check(HttpContext context)
    {
        // A connection may outlive the certificate that it was opened with.
        var role = TimeProvider.System.GetUtcNow() <= _end ? Role : ClientRole.None;
        if (role == ClientRole.Admin || role == ClientRole.User && OnlyReads(context))
            return null;
        if (role == ClientRole.User)
        {
            return new(StatusCodes.Status403Forbidden, "E_ACCESSDENIED", "This client certificate is one of "
                + "--client-user, which may read. What changes something needs one of --client-admin.");
        }
        if (IsQuestionForLogin(context))
            return null;
        refusals.Note("the https gateway", _problem);
        context.Response.Headers.Connection = "close";
        return new(StatusCodes.Status403Forbidden, "Client certificate required", "");
    }

    /// <summary>Tells whether a host name is one that the gateway's certificate is made for.</summary>
    internal bool IsNamed(string host) => Uri.CheckHostName(host) != UriHostNameType.Unknown
        && server.MatchesHostname(host);

    private static bool OnlyReads(HttpContext context) =>
        HttpMethods.IsGet(context.Request.Method) || HttpMethods.IsHead(context.Request.Method)
            || HttpMethods.IsPost(context.Request.Method) && RestRoutes.IsQuestion(context);

    // Clients ask how to log in before they can. Only exactly this: the server's own path has ".." folded.
    private static bool IsQuestionForLogin(HttpContext context) =>
        HttpMethods.IsGet(context.Request.Method) && RestRoutes.IsAsked(context)
            && context.Features.Get<IHttpRequestFeature>()!.RawTarget.Split('?')[0]
                .Equals("/$/GetAadMetadata", StringComparison.OrdinalIgnoreCase);
}
