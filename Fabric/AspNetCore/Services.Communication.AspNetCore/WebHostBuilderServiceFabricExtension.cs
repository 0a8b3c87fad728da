using System;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Microsoft.ServiceFabric.Services.Communication.AspNetCore;

/// <summary>Specifies how a web host fits into a cluster.</summary>
[Flags]
public enum ServiceFabricIntegrationOptions
{
    /// <summary>As any other host.</summary>
    None = 0,

    /// <summary>Its address names partition and replica, and requests to another one are refused (410).</summary>
    UseUniqueServiceUrl = 1,

    /// <summary>Its answers of 404 are marked for the reverse proxy, which resolves others again.</summary>
    UseReverseProxyIntegration = 2,
}

/// <summary>Connects a web host with the listener that it is built for.</summary>
public static class WebHostBuilderServiceFabricExtension
{
    private const string AppliedSetting = "UseServiceFabricIntegration";

    /// <summary>Adds what the options ask for in front of the host's own pipeline. A second call changes nothing.
    /// </summary>
    public static IWebHostBuilder UseServiceFabricIntegration(
        this IWebHostBuilder hostBuilder, AspNetCoreCommunicationListener listener,
        ServiceFabricIntegrationOptions options)
    {
        ArgumentNullException.ThrowIfNull(hostBuilder);
        ArgumentNullException.ThrowIfNull(listener);
        if (bool.TryParse(hostBuilder.GetSetting(AppliedSetting), out var applied) && applied)
            return hostBuilder;
        _ = hostBuilder.UseSetting(AppliedSetting, bool.TrueString);
        if (options.HasFlag(ServiceFabricIntegrationOptions.UseUniqueServiceUrl))
            listener.ConfigureToUseUniqueServiceUrl();
        return hostBuilder.ConfigureServices(
            services => services.AddSingleton<IStartupFilter>(new SetupFilter(listener.UrlSuffix, options)));
    }

    private sealed class SetupFilter(string urlSuffix, ServiceFabricIntegrationOptions options) : IStartupFilter
    {
        public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
        {
            if (urlSuffix.Length > 0)
                _ = app.Use((context, following) => RunBelowAsync(urlSuffix, context, following));
            if (options.HasFlag(ServiceFabricIntegrationOptions.UseReverseProxyIntegration))
                _ = app.Use(MarkNotFoundAsync);
            next(app);
        };
    }

    private static async System.Threading.Tasks.Task RunBelowAsync(
        string urlSuffix, HttpContext context, RequestDelegate next)
    {
        var request = context.Request;
        if (!request.Path.StartsWithSegments(urlSuffix, out var matched, out var rest))
        {
            context.Response.StatusCode = StatusCodes.Status410Gone;
            return;
        }
        var (path, pathBase) = (request.Path, request.PathBase);
        (request.Path, request.PathBase) = (rest, pathBase.Add(matched));
        try
        {
            await next(context).ConfigureAwait(false);
        }
        finally
        {
            (request.Path, request.PathBase) = (path, pathBase);
        }
    }

    // The reverse proxy takes any other 404 for a service that has moved away, and resolves it again.
    private static System.Threading.Tasks.Task MarkNotFoundAsync(HttpContext context, RequestDelegate next)
    {
        context.Response.OnStarting(() =>
        {
            if (context.Response.StatusCode == StatusCodes.Status404NotFound)
                context.Response.Headers["X-ServiceFabric"] = "ResourceNotFound";
            return System.Threading.Tasks.Task.CompletedTask;
        });
        return next(context);
    }
}
