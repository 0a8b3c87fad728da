using System;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Cluster.Tests.Processes;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Packages that come by HTTP, file by file, and what is made of them.</summary>
public sealed class RestImageTests(RestCluster rest) : IClassFixture<RestCluster>
{
    private const string Version = "api-version=6.0";
    private const long LargeBytes = 1L << 30;
    private const long LargeMemoryBytesMax = 64 << 20;

    [Fact]
    [Trait("DeploymentCase", "25")]
    public async Task A_package_is_there_as_it_was_sent_however_its_names_are_written()
    {
        var package = Directory.CreateTempSubdirectory("sfperf-package-").FullName;
        try
        {
            RunningCluster.CopyPackage(package);
            await File.WriteAllTextAsync(Path.Combine(package, "EchoPkg", "Data", "empty"), "");
            for (var i = 0; i < 40; i++)
                await File.WriteAllTextAsync(Path.Combine(package, "EchoPkg", "Data", $"w {i}#ä.txt"), $"word {i}");
            await rest.SendPackageAsync(package, "Whole");
            var stored = Path.Combine(rest.Cluster.Folder, "image-store", "uploads", "Whole");
            var sent = Files(package);
            Assert.Equal(sent, Files(stored).Where(f => !f.EndsWith("_.dir", StringComparison.Ordinal)));
            Assert.All(sent, f => Assert.Equal(
                File.ReadAllBytes(Path.Combine(package, f)), File.ReadAllBytes(Path.Combine(stored, f))));

            // As a client on Windows writes it, and as one segment.
            Assert.Equal(200, (await PutAsync("Whole%5CEchoPkg%5Cone.txt", "one")).Status);
            Assert.Equal(200, (await PutAsync("Whole%2FEchoPkg%2Ftwo.txt", "two")).Status);
            Assert.Equal(200, (await PutAsync("Whole/EchoPkg/two.txt", "three")).Status);
            var list = (await rest.GetAsync($"/ImageStore/Whole/EchoPkg?{Version}")).Body!;
            Assert.Equal(["Whole/EchoPkg/Config", "Whole/EchoPkg/Data"],
                list["StoreFolders"]!.AsArray().Select(f => (string)f!["StoreRelativePath"]!).Order());
            var two = list["StoreFiles"]!.AsArray().Single(
                f => (string)f!["StoreRelativePath"]! == "Whole/EchoPkg/two.txt")!;
            Assert.Equal("5", (string)two["FileSize"]!);
            Assert.Contains("one", await File.ReadAllTextAsync(Path.Combine(stored, "EchoPkg", "one.txt")));
            var size = await rest.GetAsync("/ImageStore/Whole/EchoPkg/two.txt/$/FolderSize?api-version=6.5");
            Assert.Equal("5", (string)size.Body!["FolderSize"]!);

            Assert.Equal(400, (await PutAsync("Whole/EchoPkg", "a folder has this name")).Status);
            Assert.Equal(200, (await DeleteAsync("Whole")).Status);
            Assert.False(Directory.Exists(stored));
            Assert.Equal("FABRIC_E_FILE_NOT_FOUND", (await DeleteAsync("Whole")).Code);
            Assert.Equal(404, (await rest.GetAsync($"/ImageStore/Whole?{Version}")).Status);
        }
        finally
        {
            Directory.Delete(package, recursive: true);
        }
    }

    [Fact]
    [Trait("DeploymentCase", "26")]
    public async Task A_file_of_one_GiB_takes_no_memory_and_half_a_file_is_never_seen()
    {
        await PutAsync("Large/warm", "up");
        var before = Memory();
        var path = Path.Combine(rest.Cluster.Folder, "image-store", "uploads", "Large", "file");
        using (var content = new StreamContent(new Zeros(LargeBytes)))
        {
            var sent = rest.SendAsync(
                HttpMethod.Put, $"/ImageStore/Large/file?{Version}", content, limit: 5 * RunningCluster.Limit);
            var most = 0L;
            while (!sent.IsCompleted)
            {
                most = Math.Max(most, Memory());
                // Before the answer the name is there only when the content is whole.
                if (File.Exists(path))
                    Assert.Equal(LargeBytes, new FileInfo(path).Length);
                await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
            }
            Assert.Equal(200, (await sent).Status);
            Assert.True(most - before < LargeMemoryBytesMax, $"The manager grew by {(most - before) >> 20} MiB.");
        }
        Assert.Equal(LargeBytes, new FileInfo(path).Length);

        // A client that goes away in the middle leaves nothing.
        using var cancel = new CancellationTokenSource();
        using (var content = new StreamContent(new Zeros(LargeBytes, whenHalf: cancel.Cancel)))
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => rest.SendAsync(
                HttpMethod.Put, $"/ImageStore/Large/gone?{Version}", content, cancel.Token));
        }
        var incoming = Path.Combine(rest.Cluster.Folder, "image-store", "incoming");
        var start = TimeProvider.System.GetTimestamp();
        while (Directory.EnumerateFiles(incoming).Any())
        {
            Assert.True(TimeProvider.System.GetElapsedTime(start) < RunningCluster.Limit);
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        }
        Assert.False(File.Exists(Path.Combine(Path.GetDirectoryName(path)!, "gone")));
        Assert.DoesNotContain("has failed", await File.ReadAllTextAsync(
            Path.Combine(rest.Cluster.Folder, "log", "manager.log")));
        Assert.Equal(200, (await DeleteAsync("Large")).Status);
    }

    [Fact]
    [Trait("DeploymentCase", "27")]
    public async Task Names_that_lead_elsewhere_are_refused()
    {
        var before = Directory.GetFileSystemEntries(rest.Cluster.Folder).Order().ToArray();
        foreach (var name in new[]
        {
            "..", "../x", "a/../../x", "%2e%2e%2fx", "a%2F..%2Fx", "..%5Cx", "a%5c..%5c..%5cx", "%2Fetc%2Fx",
            "%5C%5Chost", "C%3A%5Cx", "C%3Ax", "CON", "a/nul.txt", "a/COM1", "a%0Ab", "a/b%20", "a/b.", "a//b", "%2E",
            "a%3Fb",
            new string('x', 300), string.Join('/', Enumerable.Repeat("long", 300)),
        })
        {
            var answer = await PutAsync(name, "x");
            Assert.True(answer is { Status: 400, Code: "E_INVALIDARG" }, $"{name}: {answer}");
        }
        // The server itself refuses this one, without a word.
        Assert.Equal(400, (await PutAsync("a%00b", "x")).Status);
        foreach (var name in new[] { "Store", "store/x", "WindowsFabricStore/x" })
        {
            var answer = await PutAsync(name, "x");
            Assert.Equal((400, "FABRIC_E_IMAGEBUILDER_RESERVED_DIRECTORY_ERROR"), (answer.Status, answer.Code));
            Assert.Equal(answer.Code, (await DeleteAsync(name)).Code);
        }
        Assert.Equal(before, Directory.GetFileSystemEntries(rest.Cluster.Folder).Order().ToArray());
        // Decoded once: this is a name with a percent sign.
        Assert.Equal(200, (await PutAsync("once/%252e%252e", "x")).Status);
        Assert.True(File.Exists(Path.Combine(rest.Cluster.Folder, "image-store", "uploads", "once", "%2e%2e")));
        Assert.Equal(200, (await DeleteAsync("once")).Status);
    }

    [Fact]
    [Trait("DeploymentCase", "28")]
    public async Task A_file_comes_in_parts_in_any_order()
    {
        var id = Guid.NewGuid();
        var path = Path.Combine(rest.Cluster.Folder, "image-store", "uploads", "Parts", "file");
        Assert.Equal(200, (await PartAsync(id, "Parts/file", 4, "56789", 12)).Status);
        Assert.Equal(200, (await PartAsync(id, "Parts/file", 0, "012", 12)).Status);
        var session = (await rest.GetAsync($"/ImageStore/$/GetUploadSession?{Version}&session-id={id}"))
            .Body!["UploadSessions"]![0]!;
        Assert.Equal(("12", "Parts/file"), ((string)session["FileSize"]!, (string)session["StoreRelativePath"]!));
        Assert.Equal(["3-3", "9-11"], await MissingAsync(id));

        await FailsAsync(CommitAsync(id), 400, "FABRIC_E_UPLOAD_SESSION_RANGE_NOT_SATISFIABLE");
        await FailsAsync(PartAsync(id, "Parts/other", 0, "x", 12), 409, "FABRIC_E_UPLOAD_SESSION_ID_CONFLICT");
        await FailsAsync(PartAsync(id, "Parts/file", 0, "x", 13), 400, "FABRIC_E_UPLOAD_SESSION_RANGE_NOT_SATISFIABLE");
        foreach (var range in new[]
        {
            "bytes 3-1/12", "bytes 3-12/12", "bytes 0-4/12", "bytes */12", "lines 3-3/12", "",
        })
        {
            var wrong = PartAsync(id, "Parts/file", range, "!");
            await FailsAsync(wrong, 400, "FABRIC_E_UPLOAD_SESSION_RANGE_NOT_SATISFIABLE");
        }
        Assert.False(File.Exists(path));
        // The part that was too short has spoiled the bytes that were there; they are expected again.
        Assert.Equal(["0-4", "9-11"], await MissingAsync(id));
        await FailsAsync(PartAsync(id, "Parts/file", "bytes 3-3/12", "3xyz"), 400,
            "FABRIC_E_UPLOAD_SESSION_RANGE_NOT_SATISFIABLE");
        // Twice the same, and parts that overlap, are fine.
        Assert.Equal(200, (await PartAsync(id, "Parts/file", 0, "0123", 12)).Status);
        Assert.Equal(200, (await PartAsync(id, "Parts/file", 0, "0123", 12)).Status);
        Assert.Equal(200, (await PartAsync(id, "Parts/file", 8, "89ab", 12)).Status);
        await FailsAsync(PartAsync(id, "Parts/file", "bytes 6-8/12", "!"), 400,
            "FABRIC_E_UPLOAD_SESSION_RANGE_NOT_SATISFIABLE");
        Assert.Equal(["4-4", "6-8"], await MissingAsync(id));
        Assert.Equal(200, (await PartAsync(id, "Parts/file", 4, "45678", 12)).Status);
        Assert.Equal(200, (await CommitAsync(id)).Status);
        Assert.Equal("0123456789ab", await File.ReadAllTextAsync(path));
        await FailsAsync(CommitAsync(id), 400, "FABRIC_E_INVALID_UPLOAD_SESSION_ID");
        Assert.Equal(204, (await rest.GetAsync($"/ImageStore/$/GetUploadSession?{Version}&session-id={id}")).Status);

        var ended = Guid.NewGuid();
        Assert.Equal(200, (await PartAsync(ended, "Parts/ended", 0, "x", 2)).Status);
        Assert.Single((await rest.GetAsync($"/ImageStore/Parts/ended/$/GetUploadSession?{Version}"))
            .Body!["UploadSessions"]!.AsArray());
        var end = $"/ImageStore/$/DeleteUploadSession?{Version}&session-id={ended}";
        Assert.Equal(200, (await rest.SendAsync(HttpMethod.Delete, end, null)).Status);
        await FailsAsync(rest.SendAsync(HttpMethod.Delete, end, null), 400, "FABRIC_E_INVALID_UPLOAD_SESSION_ID");
        await FailsAsync(rest.GetAsync($"/ImageStore/$/GetUploadSession?{Version}&session-id=7"), 400,
            "FABRIC_E_INVALID_UPLOAD_SESSION_ID");
        Assert.Empty(Directory.EnumerateFiles(Path.Combine(rest.Cluster.Folder, "image-store", "incoming")));
        Assert.Equal(200, (await DeleteAsync("Parts")).Status);
    }

    [Fact]
    [Trait("DeploymentCase", "25")]
    public async Task Files_and_folders_are_copied_within_the_store()
    {
        foreach (var (name, text) in new[]
        {
            ("From/a", "1"), ("From/b/c", "2"), ("From/b/_.dir", ""), ("To/a", "old"),
        })
        {
            Assert.Equal(200, (await PutAsync(name, text)).Status);
        }

        Task<RestCluster.Answer> CopyAsync(string from, string to, string more = "") => rest.PostAsync(
            $"/ImageStore/$/Copy?{Version}", $$"""{"RemoteSource":"{{from}}","RemoteDestination":"{{to}}"{{more}}}""");
        string Text(string name) =>
            File.ReadAllText(Path.Combine(rest.Cluster.Folder, "image-store", "uploads", "To", name));
        // Without its mark the folder counts as unfinished.
        Assert.Equal(200, (await CopyAsync("From", "To", ",\"CheckMarkFile\":true")).Status);
        Assert.Equal("old", Text("a"));
        Assert.Equal(200, (await CopyAsync("From", "To", ",\"SkipFiles\":[\"c\"]")).Status);
        Assert.Equal("1", Text("a"));
        Assert.Empty(Text("b/_.dir"));
        Assert.False(File.Exists(Path.Combine(rest.Cluster.Folder, "image-store", "uploads", "To", "b", "c")));
        Assert.Equal(200, (await CopyAsync("From/b", "To/d", ",\"CheckMarkFile\":true")).Status);
        Assert.Equal("2", Text("d/c"));
        Assert.Equal(200, (await CopyAsync("From/a", "To/e")).Status);
        Assert.Equal("1", Text("e"));
        await FailsAsync(CopyAsync("From", "From/b/x"), 400, "E_INVALIDARG");
        await FailsAsync(CopyAsync("From", "From"), 400, "E_INVALIDARG");
        await FailsAsync(CopyAsync("From", "To/a"), 400, "FABRIC_E_INVALID_OPERATION");
        await FailsAsync(CopyAsync("None", "To"), 404, "FABRIC_E_FILE_NOT_FOUND");
        await FailsAsync(CopyAsync("../x", "To"), 400, "E_INVALIDARG");
        foreach (var folder in new[] { "From", "To" })
            Assert.Equal(200, (await DeleteAsync(folder)).Status);
    }

    [Fact]
    [Trait("DeploymentCase", "29")]
    public async Task One_of_two_provisions_wins_and_a_delete_spoils_none()
    {
        await ChangedPackageAsync("Twice", "<ApplicationManifest ApplicationTypeName=\"EchoApplicationType\"",
            "<ApplicationManifest ApplicationTypeName=\"TwiceType\"");
        var both = await Task.WhenAll(ProvisionAsync("Twice"), ProvisionAsync("Twice"));
        Assert.Equal([200, 409], both.Select(b => b.Status).Order());
        Assert.Equal("FABRIC_E_APPLICATION_TYPE_ALREADY_EXISTS", both.Single(b => b.Status == 409).Code);
        Assert.Equal(200, (await UnprovisionAsync("TwiceType")).Status);

        var (provisioned, deleted) = (ProvisionAsync("Twice"), DeleteAsync("Twice"));
        Assert.Equal(200, (await deleted).Status);
        // Either it had its copy already, or there was no package any more.
        if (await provisioned is { Status: not 200 } refused)
            Assert.Equal((404, "FABRIC_E_DIRECTORY_NOT_FOUND"), (refused.Status, refused.Code));
        else
            Assert.Equal(200, (await UnprovisionAsync("TwiceType")).Status);
        var types = (await rest.GetAsync($"/ApplicationTypes?{Version}")).Each("Name");
        Assert.DoesNotContain("TwiceType", types);
    }

    [Fact]
    [Trait("DeploymentCase", "31")]
    public async Task A_broken_package_is_refused_with_file_and_line()
    {
        await ChangedPackageAsync("Broken", "TargetReplicaSetSize=\"[Store_TargetReplicaSetSize]\"",
            "TargetReplicaSetSize=\"many\"");
        var answer = await ProvisionAsync("Broken");
        Assert.Equal((400, "FABRIC_E_IMAGEBUILDER_VALIDATION_ERROR"), (answer.Status, answer.Code));
        Assert.Matches(@"^ApplicationManifest\.xml\(\d+\): .*many", answer.Message);
        Assert.Empty((await rest.GetAsync($"/ApplicationTypes/BrokenType?{Version}")).Text);
        var none = await ProvisionAsync("Nothing/here");
        Assert.Equal((404, "FABRIC_E_DIRECTORY_NOT_FOUND"), (none.Status, none.Code));
        var other = await rest.PostAsync($"/ApplicationTypes/$/Provision?{Version}", """{"Kind":"ExternalStore"}""");
        Assert.Equal((400, "E_INVALIDARG"), (other.Status, other.Code));
        Assert.Equal(200, (await DeleteAsync("Broken")).Status);
    }

    [Fact]
    [Trait("DeploymentCase", "36")]
    [Trait("DeploymentCase", "37")]
    public async Task An_uploaded_program_runs_without_mode_bits_and_two_applications_of_its_type_do()
    {
        var package = Directory.CreateTempSubdirectory("sfperf-package-").FullName;
        try
        {
            RunningCluster.CopyPackage(package);
            var manifest = Path.Combine(package, "ApplicationManifest.xml");
            await ReplaceAsync(manifest, "\"EchoApplicationType\"", "\"SentType\"");
            var code = Directory.CreateDirectory(Path.Combine(package, "EchoPkg", "Code")).FullName;
            var built = Path.GetDirectoryName(RunningCluster.Program)!;
            foreach (var file in Directory.EnumerateFiles(built.Replace("SfPerf.DevCluster", "SfPerf.Tests.Echo")))
                File.Copy(file, Path.Combine(code, Path.GetFileName(file)));
            await rest.SendPackageAsync(package, "Sent");
        }
        finally
        {
            Directory.Delete(package, recursive: true);
        }
        Assert.Equal(200, (await ProvisionAsync("Sent")).Status);
        Assert.Equal(200, (await DeleteAsync("Sent")).Status);

        await FailsAsync(CreateAsync("First", """{"Key":"Nobody","Value":"1"}"""), 400, null);
        await FailsAsync(CreateAsync("First", """{"Key":"Store_PartitionCount","Value":"many"}"""), 400, null);
        await FailsAsync(CreateAsync("First", "", "9.9.9"), 404, "FABRIC_E_APPLICATION_TYPE_NOT_FOUND");
        foreach (var (name, greeting) in new[] { ("First", "ahoi"), ("Second", "servus") })
        {
            var sizes = """
                {"Key":"Store_TargetReplicaSetSize","Value":"1"},{"Key":"Store_MinReplicaSetSize","Value":"1"}
                """;
            var pair = new JsonObject { ["Key"] = "Echo_Greeting", ["Value"] = greeting };
            Assert.Equal(201, (await CreateAsync(name, $"{sizes},{pair.ToJsonString()}")).Status);
        }
        await FailsAsync(CreateAsync("First", ""), 409, "FABRIC_E_APPLICATION_ALREADY_EXISTS");
        Assert.Equal("ahoi", await GreetingAsync("First"));
        Assert.Equal("servus", await GreetingAsync("Second"));
        Assert.Equal("FABRIC_E_APPLICATION_TYPE_IN_USE", (await UnprovisionAsync("SentType")).Code);
        foreach (var name in new[] { "First", "Second" })
            Assert.Equal(200, (await rest.PostAsync($"/Applications/{name}/$/Delete?{Version}")).Status);
        Assert.Equal(200, (await UnprovisionAsync("SentType")).Status);
    }

    private static string[] Files(string folder) =>
        [.. Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
            .Select(f => Path.GetRelativePath(folder, f)).Order(StringComparer.Ordinal)];

    private static async Task ReplaceAsync(string file, string old, string changed)
    {
        var text = await File.ReadAllTextAsync(file);
        Assert.Contains(old, text);
        await File.WriteAllTextAsync(file, text.Replace(old, changed));
    }

    private static async Task FailsAsync(Task<RestCluster.Answer> asked, int status, string? code)
    {
        var answer = await asked;
        Assert.True(answer.Status == status && (code is null || answer.Code == code), answer.ToString());
        Assert.NotEmpty(answer.Message);
    }

    private async Task ChangedPackageAsync(string name, string old, string changed)
    {
        var package = Directory.CreateTempSubdirectory("sfperf-package-").FullName;
        try
        {
            RunningCluster.CopyPackage(package);
            await ReplaceAsync(Path.Combine(package, "ApplicationManifest.xml"), old, changed);
            await rest.SendPackageAsync(package, name);
        }
        finally
        {
            Directory.Delete(package, recursive: true);
        }
    }

    private async Task<RestCluster.Answer> PutAsync(string name, string text)
    {
        using var content = new ByteArrayContent(System.Text.Encoding.UTF8.GetBytes(text));
        return await rest.SendAsync(HttpMethod.Put, $"/ImageStore/{name}?{Version}", content);
    }

    private Task<RestCluster.Answer> PartAsync(Guid id, string name, int first, string text, int length) =>
        PartAsync(id, name, $"bytes {first}-{first + text.Length - 1}/{length}", text);

    private async Task<RestCluster.Answer> PartAsync(Guid id, string name, string range, string text)
    {
        using var content = new ByteArrayContent(System.Text.Encoding.UTF8.GetBytes(text));
        _ = content.Headers.TryAddWithoutValidation("Content-Range", range);
        return await rest.SendAsync(
            HttpMethod.Put, $"/ImageStore/{name}/$/UploadChunk?{Version}&session-id={id}", content);
    }

    private async Task<string[]> MissingAsync(Guid id) =>
        [.. (await rest.GetAsync($"/ImageStore/$/GetUploadSession?{Version}&session-id={id}"))
            .Body!["UploadSessions"]![0]!["ExpectedRanges"]!.AsArray()
            .Select(r => $"{r!["StartPosition"]}-{r["EndPosition"]}")];

    private Task<RestCluster.Answer> CommitAsync(Guid id) =>
        rest.PostAsync($"/ImageStore/$/CommitUploadSession?{Version}&session-id={id}");

    private Task<RestCluster.Answer> DeleteAsync(string name) =>
        rest.SendAsync(HttpMethod.Delete, $"/ImageStore/{name}?{Version}", null);

    private Task<RestCluster.Answer> ProvisionAsync(string path) => rest.PostAsync(
        "/ApplicationTypes/$/Provision?api-version=6.2",
        new JsonObject { ["Kind"] = "ImageStorePath", ["ApplicationTypeBuildPath"] = path }.ToJsonString());

    private Task<RestCluster.Answer> UnprovisionAsync(string type) => rest.PostAsync(
        $"/ApplicationTypes/{type}/$/Unprovision?{Version}", """{"ApplicationTypeVersion":"1.0.0"}""");

    private Task<RestCluster.Answer> CreateAsync(string name, string parameters, string version = "1.0.0") =>
        rest.PostAsync($"/Applications/$/Create?{Version}", $$"""
            {"Name":"fabric:/{{name}}","TypeName":"SentType","TypeVersion":"{{version}}",
             "ParameterList":[{{parameters}}]}
            """);

    private async Task<string> GreetingAsync(string application) => await RunningCluster.AskAsync(
        await rest.Cluster.AddressAsync($"{application}/Echo", "kind=Singleton"), "setting Words Greeting");

    private long Memory()
    {
        rest.Cluster.Manager.Refresh();
        return rest.Cluster.Manager.WorkingSet64;
    }

    /// <summary>As many zeros as asked for.</summary>
    private sealed class Zeros : Stream
    {
        private readonly long _bytes;
        private readonly Action? _whenHalf;
        private long _given;

        internal Zeros(long bytes, Action? whenHalf = null) => (_bytes, _whenHalf) = (bytes, whenHalf);

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => _given;
            set => throw new NotSupportedException();
        }

        public override int Read(byte[] buffer, int offset, int count)
        {
            var given = (int)Math.Min(count, _bytes - _given);
            Array.Clear(buffer, offset, given);
            _given += given;
            if (_given > _bytes / 2)
                _whenHalf?.Invoke();
            return given;
        }

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
