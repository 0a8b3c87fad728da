using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Rest;
using SfPerf.Commands;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;

namespace SfPerf.Client.Deploying;

/// <summary>Brings a package to a cluster over Service Fabric's REST interface: upload, provision, create, wait. Each
/// step that is done already is not done again.</summary>
/// <param name="gateway">The cluster.</param>
/// <param name="notes">Takes what goes on.</param>
/// <param name="time">Gives the time.</param>
internal sealed class PackageDeployer(RestGateway gateway, TextWriter notes, TimeProvider time)
{
    private const string TypeNotFound = "FABRIC_E_APPLICATION_TYPE_NOT_FOUND";
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan NoteInterval = TimeSpan.FromSeconds(1);

    /// <summary>Deploys; when the task ends, every partition serves.</summary>
    /// <param name="folder">The package.</param>
    /// <param name="request">What is wanted.</param>
    /// <param name="token">Ends it; the next try goes on where it was.</param>
    /// <returns>Whether there was something to do.</returns>
    /// <exception cref="SfPerfException">The cluster does not answer or refuses, or is not ready in time.</exception>
    public async Task<bool> DeployAsync(string folder, DeployRequest request, CancellationToken token)
    {
        var (type, version) = TypeOf(folder);
        var cluster = await gateway.GetAsync("$/GetClusterVersion", "6.4", token).ConfigureAwait(false);
        await NoteAsync($"{gateway.Address}: Service Fabric {cluster?.GetProperty("Version").GetString()}.")
            .ConfigureAwait(false);
        if (await ExistsAsync(request, type, version, token).ConfigureAwait(false))
        {
            await WaitAsync(request, token).ConfigureAwait(false);
            return false;
        }
        if (await StatusOfTypeAsync(type, version, token).ConfigureAwait(false) is "Available")
        {
            await NoteAsync($"{type} {version} is provisioned already: its content is not sent again. (Changed content "
                + "needs another version.)").ConfigureAwait(false);
        }
        else
        {
            await ProvisionAsync(folder, type, version, request, token).ConfigureAwait(false);
        }
        if (!await CreateAsync(TypeNotFound).ConfigureAwait(false))
        {
            // Our own cluster also lists the type of an application that was deployed without one.
            await ProvisionAsync(folder, type, version, request, token).ConfigureAwait(false);
            _ = await CreateAsync(null).ConfigureAwait(false);
        }
        await NoteAsync($"Created {request.Name}.").ConfigureAwait(false);
        await WaitAsync(request, token).ConfigureAwait(false);
        return true;

        Task<bool> CreateAsync(string? expected)
        {
            var parameters = request.Parameters.Select(p => new { p.Key, p.Value });
            return gateway.PostAsync("Applications/$/Create", RestVersions.Entities, new
            {
                request.Name, TypeName = type, TypeVersion = version, ParameterList = parameters,
            }, request.Limit, expected, token);
        }
    }

    /// <summary>Gets the application type that a package is, and its version.</summary>
    public static (string Name, string Version) TypeOf(string folder)
    {
        var manifest = BoundedXml.Load(PackagePath.Find(folder, ApplicationReader.FileName)).Root!;
        return (manifest.Attribute("ApplicationTypeName")!.Value, manifest.Attribute("ApplicationTypeVersion")!.Value);
    }

    // An application of that name is left as it is: other state may depend on what it runs.
    private async Task<bool> ExistsAsync(
        DeployRequest request, string type, string version, CancellationToken token)
    {
        var found = await gateway.GetAsync(ApplicationPath(request.Name), RestVersions.Entities, token)
            .ConfigureAwait(false);
        if (found is not { } application)
            return false;
        var (hasType, hasVersion) = (Text(application, "TypeName"), Text(application, "TypeVersion"));
        var differs = request.Parameters.FirstOrDefault(p => application.GetProperty("Parameters").EnumerateArray()
            .Any(has => Text(has, "Key") == p.Key && Text(has, "Value") != p.Value));
        if ((hasType, hasVersion) == (type, version) && differs.Key is null)
            return true;
        throw new SfPerfException(ExitCode.BadParameters, $"The cluster holds {request.Name}, {hasType} {hasVersion}"
            + (differs.Key is null ? "" : $", with another {differs.Key}")
            + ". An upgrade is not built: choose another --name, or delete it, which deletes its state.");
    }

    private async Task ProvisionAsync(
        string folder, string type, string version, DeployRequest request, CancellationToken token)
    {
        var start = time.GetTimestamp();
        var shown = start;
        var upload = new PackageUpload(gateway, folder, progress =>
        {
            var now = time.GetTimestamp();
            var last = Volatile.Read(ref shown);
            if (time.GetElapsedTime(last, now) < NoteInterval
                || Interlocked.CompareExchange(ref shown, now, last) != last)
            {
                return;
            }

            lock (notes)
            {
                notes.WriteLine($"Sent {progress.Files} of {progress.AllFiles} files, {Megabytes(progress.Bytes)} of "
                    + $"{Megabytes(progress.AllBytes)} MB.");
            }
        });
        var sent = await upload.SendAsync($"sfperf-{type}-{version}", token).ConfigureAwait(false);
        await NoteAsync($"Sent {sent.SentFiles} files, {Megabytes(sent.SentBytes)} MB, in {Seconds(start)} s"
            + (sent.SentFiles == sent.Files ? "." : $"; {sent.Files - sent.SentFiles} were there already."))
            .ConfigureAwait(false);
        start = time.GetTimestamp();
        _ = await gateway.PostAsync("ApplicationTypes/$/Provision", RestVersions.Provisioning, new
        {
            Kind = "ImageStorePath", Async = true, ApplicationTypeBuildPath = sent.Folder,
        }, request.Limit, expected: null, token).ConfigureAwait(false);
        while (await StatusOfTypeAsync(type, version, token).ConfigureAwait(false) is not "Available")
        {
            if (time.GetElapsedTime(start) > request.Limit)
            {
                throw new SfPerfException(ExitCode.Unreachable,
                    $"{type} {version} is not provisioned after {request.Limit.TotalSeconds:0} s.");
            }
            await Task.Delay(Pause, time, token).ConfigureAwait(false);
        }
        await NoteAsync($"Provisioned {type} {version} after {Seconds(start)} s.").ConfigureAwait(false);
        await upload.DeleteAsync(sent.Folder, token).ConfigureAwait(false);
    }

    private async Task<string?> StatusOfTypeAsync(string type, string version, CancellationToken token)
    {
        var types = await ItemsAsync($"ApplicationTypes/{Uri.EscapeDataString(type)}", token).ConfigureAwait(false);
        var one = types.FirstOrDefault(t => Text(t, "Version") == version);
        if (one.ValueKind != JsonValueKind.Object)
            return null;
        var status = Text(one, "Status");
        return status != "Failed" ? status : throw new SfPerfException(ExitCode.BadParameters,
            $"{type} {version} cannot be provisioned. {Text(one, "StatusDetails")}");
    }

    private async Task WaitAsync(DeployRequest request, CancellationToken token)
    {
        var start = time.GetTimestamp();
        while (true)
        {
            var waiting = await WaitingAsync(request.Name, token).ConfigureAwait(false);
            if (waiting is null)
                return;
            if (time.GetElapsedTime(start) > request.Limit)
            {
                throw new SfPerfException(ExitCode.Unreachable,
                    $"{request.Name} is not ready after {request.Limit.TotalSeconds:0} s: {waiting}");
            }
            await Task.Delay(Pause, time, token).ConfigureAwait(false);
        }
    }

    // What is not ready yet, or null.
    private async Task<string?> WaitingAsync(string name, CancellationToken token)
    {
        var services = await ItemsAsync($"{ApplicationPath(name)}/$/GetServices", token).ConfigureAwait(false);
        foreach (var service in services)
        {
            var partitions = await ItemsAsync(
                $"Services/{Uri.EscapeDataString(Text(service, "Id"))}/$/GetPartitions", token).ConfigureAwait(false);
            foreach (var partition in partitions)
            {
                if (Text(partition, "PartitionStatus") is var status and not "Ready")
                {
                    var id = Text(partition.GetProperty("PartitionInformation"), "Id");
                    return $"partition {id} of {Text(service, "Name")} is {status}.";
                }
            }
            if (partitions.Count == 0)
                return $"{Text(service, "Name")} has no partition yet.";
        }
        return null;
    }

    private Task<IReadOnlyList<JsonElement>> ItemsAsync(string path, CancellationToken token) =>
        gateway.ItemsAsync(path, RestVersions.Entities, token);

    private static string ApplicationPath(string name) => $"Applications/{RestGateway.IdOf(name)}";

    private static string Text(JsonElement element, string name) => element.GetProperty(name).GetString() ?? "";

    private string Seconds(long start) =>
        time.GetElapsedTime(start).TotalSeconds.ToString("0.0", CultureInfo.InvariantCulture);

    private static string Megabytes(long bytes) => (bytes / 1e6).ToString("0.0", CultureInfo.InvariantCulture);

    private Task NoteAsync(string text) => notes.WriteLineAsync(text);
}

/// <summary>The application that is wanted.</summary>
/// <param name="Name">Its name, as fabric:/SfPerf.</param>
/// <param name="Parameters">Its parameters that differ from the package's defaults.</param>
/// <param name="Limit">How long provisioning, creation and the start of its services may take, each.</param>
internal sealed record DeployRequest(string Name, IReadOnlyDictionary<string, string> Parameters, TimeSpan Limit);
