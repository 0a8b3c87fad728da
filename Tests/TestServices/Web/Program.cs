using System;
using System.Collections.Generic;
using System.Fabric;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.ServiceFabric.Services.Communication.AspNetCore;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Tests.Web;

/// <summary>
/// Web services in the shape of public samples: a stateless front end at a fixed port on every node, and a stateful
/// back end whose primary alone listens, at an address of its own.
/// </summary>
internal static class Program
{
    private static int s_asked;

    private static async Task Main()
    {
        await ServiceRuntime.RegisterServiceAsync("FrontType", context => new Front(context));
        await ServiceRuntime.RegisterServiceAsync("BackType", context => new Back(context));
        await Task.Delay(Timeout.InfiniteTimeSpan, System.TimeProvider.System, CancellationToken.None);
    }

    internal static IWebHost Build(string url, AspNetCoreCommunicationListener listener,
        ServiceFabricIntegrationOptions options) =>
        new WebHostBuilder().UseKestrel().UseUrls(url).UseServiceFabricIntegration(listener, options)
            .Configure(app => app.Run(context => AnswerAsync(context, listener.ServiceContext))).Build();

    private static async Task<string> SumAsync(HttpContext http)
    {
        http.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null;
        return Convert.ToHexString(await SHA256.HashDataAsync(http.Request.Body));
    }

    private static async Task AnswerAsync(HttpContext http, ServiceContext service)
    {
        switch (http.Request.Path.Value)
        {
            case "/api/node":
                await http.Response.WriteAsync($"{service.NodeContext.NodeName} {service.ReplicaOrInstanceId}");
                break;
            case "/api/echo":
                using (var reader = new StreamReader(http.Request.Body))
                {
                    await http.Response.WriteAsync($"{http.Request.Method} {http.Request.QueryString} "
                        + await reader.ReadToEndAsync());
                }

                break;
            case "/api/sum":
                await http.Response.WriteAsync(await SumAsync(http));
                break;
            case "/api/moved" when Interlocked.Exchange(ref s_asked, 1) == 0:
                // As a replica answers that is no primary any more, after it has read everything.
                _ = await SumAsync(http);
                http.Response.StatusCode = StatusCodes.Status410Gone;
                break;
            case "/api/moved":
                s_asked = 0;
                await http.Response.WriteAsync(await SumAsync(http));
                break;
            default:
                http.Response.StatusCode = StatusCodes.Status404NotFound;
                break;
        }
    }
}

internal sealed class Front(StatelessServiceContext context) : StatelessService(context)
{
    protected override IEnumerable<ServiceInstanceListener> CreateServiceInstanceListeners() =>
        [new(c => new KestrelCommunicationListener(c, "FrontEndpoint", (url, listener) =>
            Program.Build(url, listener, ServiceFabricIntegrationOptions.None)))];
}

internal sealed class Back(StatefulServiceContext context) : StatefulService(context)
{
    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners() =>
        [new(c => new KestrelCommunicationListener(c, (url, listener) => Program.Build(url, listener,
            ServiceFabricIntegrationOptions.UseReverseProxyIntegration
                | ServiceFabricIntegrationOptions.UseUniqueServiceUrl)))];
}
