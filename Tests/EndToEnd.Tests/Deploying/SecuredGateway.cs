using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;

namespace SfPerf.EndToEnd.Tests.Deploying;

/// <summary>
/// Passes requests on to a cluster's gateway, and admits a client certificate only: as the gateway of a secured Service
/// Fabric cluster, whose answer without one is 403 with nothing in it.
/// </summary>
internal sealed class SecuredGateway : IAsyncDisposable
{
    private readonly HttpClient _client = new() { Timeout = Sfperf.Limit };
    private readonly ConcurrentQueue<string> _put = new();
    private readonly string _gateway;
    private readonly string _admitted;
    private WebApplication _application = null!;
    private int _left = int.MaxValue;

    private SecuredGateway(string gateway, string admitted) => (_gateway, _admitted) = (gateway, admitted);

    internal string Address { get; private set; } = "";

    /// <summary>Gets the paths of the files that came through since the last look.</summary>
    internal string[] TakePut()
    {
        var taken = _put.ToArray();
        _put.Clear();
        return taken;
    }

    /// <summary>Lets so many files through; then each connection is cut in the middle of its file.</summary>
    internal void CutAfter(int files) => _left = files;

    internal static async Task<SecuredGateway> StartAsync(
        string gateway, X509Certificate2 certificate, string admittedThumbprint)
    {
        var secured = new SecuredGateway(gateway, admittedThumbprint);
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration().ConfigureKestrel(options =>
        {
            options.Limits.MaxRequestBodySize = null;
            options.Listen(IPAddress.Loopback, 0, listen =>
            {
                listen.Protocols = HttpProtocols.Http1;
                listen.UseHttps(certificate, https =>
                {
                    https.ClientCertificateMode = ClientCertificateMode.AllowCertificate;
                    https.AllowAnyClientCertificate();
                });
            });
        });
        secured._application = builder.Build();
        secured._application.Run(secured.PassOnAsync);
        await secured._application.StartAsync();
        secured.Address = secured._application.Services.GetRequiredService<IServer>().Features
            .Get<IServerAddressesFeature>()!.Addresses.Single();
        return secured;
    }

    /// <summary>Makes a certificate that nobody has signed but itself.</summary>
    internal static X509Certificate2 NewCertificate(string name)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var now = TimeProvider.System.GetUtcNow();
        using var made = request.CreateSelfSigned(now.AddHours(-1), now.AddHours(1));
        return X509CertificateLoader.LoadPkcs12(
            made.Export(X509ContentType.Pkcs12), null, X509KeyStorageFlags.Exportable);
    }

    public async ValueTask DisposeAsync()
    {
        await _application.DisposeAsync();
        _client.Dispose();
    }

    private async Task PassOnAsync(HttpContext context)
    {
        if (context.Connection.ClientCertificate?.Thumbprint != _admitted)
        {
            context.Response.StatusCode = StatusCodes.Status403Forbidden;
            return;
        }
        var method = new HttpMethod(context.Request.Method);
        var path = context.Request.Path.ToUriComponent() + context.Request.QueryString.ToUriComponent();
        if (method == HttpMethod.Put && Interlocked.Decrement(ref _left) < 0)
        {
            context.Abort();
            return;
        }
        using var request = new HttpRequestMessage(method, _gateway + path);
        if (method != HttpMethod.Get) request.Content = new StreamContent(context.Request.Body);
        if (context.Request.ContentType is { } type)
            _ = request.Content!.Headers.TryAddWithoutValidation("Content-Type", type);
        using var answer = await _client.SendAsync(request, context.RequestAborted);
        if (method == HttpMethod.Put && answer.IsSuccessStatusCode) _put.Enqueue(context.Request.Path.Value!);
        context.Response.StatusCode = (int)answer.StatusCode;
        if (answer.StatusCode != HttpStatusCode.NoContent)
            await answer.Content.CopyToAsync(context.Response.Body, context.RequestAborted);
    }
}
