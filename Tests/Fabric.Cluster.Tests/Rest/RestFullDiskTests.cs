using System;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Threading.Tasks;
using SfPerf.Chaos.DiskFaults;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Uploads to an image store whose disk is full.</summary>
public sealed class RestFullDiskTests
{
    private const string Version = "api-version=6.1";
    private const int Bytes = 1 << 20;

    // Some of the content is written before.
    private const string Full = "write fail ENOSPC skip=3 */image-store/incoming/*";

    [Theory]
    [InlineData(Full)]
    [InlineData("fsync fail ENOSPC */image-store/incoming/*")]
    [Trait("DeploymentCase", "26")]
    public async Task A_disk_that_becomes_full_under_an_upload_is_told_and_leaves_nothing(string fault)
    {
        Assert.SkipWhen(FaultyDisk.Missing is not null, $"skipped: needs {FaultyDisk.Missing}");
        using var disk = await FaultyDisk.CreateAsync();
        var rest = await RestCluster.StartAsync(disk.Environment, "--nodes", "1");
        await using var ending = rest;
        Assert.Equal(200, (await PutAsync(rest, "App/old", 10)).Status);

        disk.Set(fault);
        foreach (var name in new[] { "App/new", "App/old" })
        {
            var answer = await PutAsync(rest, name, Bytes);
            Assert.Equal((500, "FABRIC_E_IMAGESTORE_IOERROR"), (answer.Status, answer.Code));
            Assert.Contains("No space left on device", answer.Message, StringComparison.Ordinal);
        }
        Assert.NotEmpty(disk.Hits);
        Assert.Equal(["App/old 10"], await FilesAsync(rest));
        Assert.Empty(Directory.GetFiles(Path.Combine(rest.Cluster.Folder, "image-store", "incoming")));

        disk.Works();
        Assert.Equal(200, (await PutAsync(rest, "App/new", Bytes)).Status);
        Assert.Equal([$"App/new {Bytes}", "App/old 10"], await FilesAsync(rest));
    }

    [Fact]
    [Trait("DeploymentCase", "26")]
    public async Task A_part_that_found_the_disk_full_is_expected_again()
    {
        Assert.SkipWhen(FaultyDisk.Missing is not null, $"skipped: needs {FaultyDisk.Missing}");
        using var disk = await FaultyDisk.CreateAsync();
        var rest = await RestCluster.StartAsync(disk.Environment, "--nodes", "1");
        await using var ending = rest;
        var session = $"session-id={Guid.NewGuid()}&{Version}";
        Assert.Equal(200, (await PartAsync(rest, session, 0)).Status);

        disk.Set(Full);
        var answer = await PartAsync(rest, session, 1);
        Assert.Equal((500, "FABRIC_E_IMAGESTORE_IOERROR"), (answer.Status, answer.Code));
        Assert.Contains("No space left on device", answer.Message, StringComparison.Ordinal);
        var early = await rest.PostAsync($"/ImageStore/$/CommitUploadSession?{session}");
        Assert.Equal("FABRIC_E_UPLOAD_SESSION_RANGE_NOT_SATISFIABLE", early.Code);
        Assert.Empty(await FilesAsync(rest));

        disk.Works();
        Assert.Equal(200, (await PartAsync(rest, session, 1)).Status);
        Assert.Equal(200, (await rest.PostAsync($"/ImageStore/$/CommitUploadSession?{session}")).Status);
        Assert.Equal([$"App/file {2 * Bytes}"], await FilesAsync(rest));
    }

    private static async Task<RestCluster.Answer> PutAsync(RestCluster rest, string name, int bytes)
    {
        using var content = new ByteArrayContent(new byte[bytes]);
        return await rest.SendAsync(HttpMethod.Put, $"/ImageStore/{name}?{Version}", content);
    }

    private static async Task<RestCluster.Answer> PartAsync(RestCluster rest, string session, int part)
    {
        using var content = new ByteArrayContent(new byte[Bytes]);
        _ = content.Headers.TryAddWithoutValidation(
            "Content-Range", $"bytes {part * Bytes}-{(part + 1) * Bytes - 1}/{2 * Bytes}");
        return await rest.SendAsync(HttpMethod.Put, $"/ImageStore/App/file/$/UploadChunk?{session}", content);
    }

    private static async Task<string[]> FilesAsync(RestCluster rest)
    {
        var list = await rest.GetAsync($"/ImageStore/App?{Version}");
        return list.Status == 404 ? [] : [.. list.Body!["StoreFiles"]!.AsArray()
            .Select(f => $"{f!["StoreRelativePath"]} {f["FileSize"]}").Order(StringComparer.Ordinal)];
    }
}
