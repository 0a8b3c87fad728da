using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using SfPerf.Fabric.Gateway;

namespace SfPerf.DevCluster.Gateway;

/// <content>The image store, application types, and applications that are created from them.</content>
internal sealed partial class GatewayRoutes
{
    private async Task UploadAsync(HttpContext context)
    {
        var request = await ReadAsync<UploadRequest>(context).ConfigureAwait(false);
        CheckPath("source", request.Source);
        await manager.UploadAsync(request.Source, request.Name).ConfigureAwait(false);
        await WriteAsync(context, new ImageName { Name = request.Name }).ConfigureAwait(false);
    }

    private async Task DeleteImageAsync(HttpContext context)
    {
        var request = await ReadAsync<ImageName>(context).ConfigureAwait(false);
        await manager.RemoveUploadAsync(request.Name).ConfigureAwait(false);
        await WriteAsync(context, request).ConfigureAwait(false);
    }

    private async Task ProvisionAsync(HttpContext context)
    {
        var request = await ReadAsync<ImageName>(context).ConfigureAwait(false);
        await AnswerAsync(context, manager.ProvisionAsync(request.Name)).ConfigureAwait(false);
    }

    private async Task UnprovisionAsync(HttpContext context)
    {
        var request = await ReadAsync<ApplicationTypeName>(context).ConfigureAwait(false);
        await manager.UnprovisionAsync(request.Name, request.Version).ConfigureAwait(false);
        await WriteAsync(context, request).ConfigureAwait(false);
    }

    private async Task CreateApplicationAsync(HttpContext context)
    {
        var request = await ReadAsync<ApplicationRequest>(context).ConfigureAwait(false);
        await manager.CreateApplicationAsync(request.Name, request.TypeName, request.TypeVersion, request.Parameters,
            Limit(request.TimeoutSeconds)).ConfigureAwait(false);
        await WriteAsync(context, new ServiceAnswer(request.Name)).ConfigureAwait(false);
    }
}
