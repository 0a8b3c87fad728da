using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

public sealed class PackageTests
{
    private const string Manifest = "ApplicationManifest.xml";

    [Fact]
    public async Task Our_package_is_checked_and_what_is_no_folder_yet_is_a_warning()
    {
        var package = Product.File("ApplicationPackage");
        var checkedPackage = await Invocation.RunAsync("package", "--check", package);
        Assert.Equal(0, checkedPackage.Code);
        Assert.Contains($"{Path.Combine(package, "LoadDriverPkg", "ServiceManifest.xml")}(6): warning: The package has "
            + "neither a folder 'Code' nor 'Code.zip'", checkedPackage.Out);
        Assert.EndsWith($"{package}: 0 errors, 3 warnings.\n", checkedPackage.Out);
        Assert.Equal("", checkedPackage.Error);
    }

    [Fact]
    public async Task The_package_of_the_guide_to_a_service_of_ones_own_has_no_error()
    {
        using var folder = new TemporaryFolder();
        var guide = await File.ReadAllTextAsync(Product.File("docs/guides/your-own-service.md"));
        var package = Path.Combine(folder.Path, "Package");
        Directory.CreateDirectory(Path.Combine(package, "CounterPkg", "Code"));
        await File.WriteAllTextAsync(Path.Combine(package, Manifest), Block("ApplicationManifest"));
        await File.WriteAllTextAsync(
            Path.Combine(package, "CounterPkg", "ServiceManifest.xml"), Block("ServiceManifest"));
        // What dotnet publish makes of the project Counter on Linux, then on Windows.
        foreach (var program in new[] { "Counter", "Counter.exe" })
        {
            var path = Path.Combine(package, "CounterPkg", "Code", program);
            await File.WriteAllTextAsync(path, "");
            var said = await Invocation.RunAsync("package", "--check", package);
            Assert.True(said.Code == 0, said.Out + said.Error);
            File.Delete(path);
        }

        string Block(string element) => guide[guide.IndexOf($"    <{element} ")..(guide.IndexOf($"</{element}>")
            + element.Length + 3)];
    }

    [Fact]
    public async Task A_package_that_Service_Fabric_refuses_ends_with_code_2_as_folder_and_as_file()
    {
        using var folder = new TemporaryFolder();
        var package = Copy(folder);
        var manifest = Path.Combine(package, Manifest);
        var text = await File.ReadAllTextAsync(manifest);
        await File.WriteAllTextAsync(manifest, text.Replace("[LoadDriver_InstanceCount]", "[LoadDriver_Instances]"));
        var line = text[..text.IndexOf("[LoadDriver_InstanceCount]")].Count(c => c == '\n') + 1;
        var archive = Path.Combine(folder.Path, "a.sfpkg");
        await ZipFile.CreateFromDirectoryAsync(package, archive);
        foreach (var path in new[] { package, archive })
        {
            var refused = await Invocation.RunAsync("package", "--check", path);
            Assert.Equal(2, refused.Code);
            Assert.Contains($"{Path.Combine(path, Manifest)}({line}): Attribute 'InstanceCount' of "
                + "'StatelessService' is "
                + "'[LoadDriver_Instances]'. Allowed: a parameter that the manifest declares: "
                + "ActorStore_Min", refused.Out);
            Assert.Equal($"sfperf: {path}: 1 error, 3 warnings.\n", refused.Error);
        }
    }

    [Fact]
    public async Task What_changed_since_the_previous_package_needs_another_version()
    {
        using var folder = new TemporaryFolder();
        var package = Copy(folder);
        await File.AppendAllTextAsync(Path.Combine(package, "StatefulStorePkg", "Config", "Settings.xml"), "\n");
        var refused = await Invocation.RunAsync(
            "package", "--check", package, "--previous", Product.File("ApplicationPackage"));
        Assert.Equal(2, refused.Code);
        Assert.Contains("(13): Attribute 'Version' of 'ConfigPackage' is '1.0.0'. Allowed: another version: the file "
            + "'StatefulStorePkg/Config/Settings.xml' is not that of the previous package.", refused.Out);
    }

    [Fact]
    public async Task What_is_no_package_is_named()
    {
        using var folder = new TemporaryFolder();
        var none = Path.Combine(folder.Path, "none");
        Assert.Equal((2, $"sfperf: {none}: there is no such package. Allowed: a folder, or a file *.sfpkg.\n"),
            await ErrorAsync("package", "--check", none));
        var broken = Path.Combine(folder.Path, "broken.sfpkg");
        await File.WriteAllTextAsync(broken, "no archive");
        var (code, error) = await ErrorAsync("package", "--check", broken);
        Assert.Equal(2, code);
        Assert.StartsWith($"sfperf: {broken}: This is no zip archive.", error);
    }

    [Theory]
    [Trait("DeploymentCase", "35")]
    [InlineData("linux-x64", "SfPerf.ChaosStore")]
    [InlineData("win-x64", "SfPerf.ChaosStore.exe")]
    public async Task A_package_is_made_for_a_system_with_its_program_and_is_what_Service_Fabric_accepts(
        string runtime, string program)
    {
        using var folder = new TemporaryFolder();
        var archive = Path.Combine(folder.Path, "chaos.sfpkg");
        string[] arguments =
        [
            "package", "--runtime", runtime, "--package", Product.File("ChaosStore/ApplicationPackage"),
            "--framework-dependent", "--configuration", Product.Configuration, "-o", archive,
        ];
        var made = await Invocation.RunAsync(arguments);
        Assert.True(made.Code == 0, made.Error);
        Assert.Matches($"^Written {archive}: [0-9.]+ MB, {runtime}, needs the .NET runtime on each node.\n$", made.Out);
        var bytes = await File.ReadAllBytesAsync(archive);
        var check = await Invocation.RunAsync("package", "--check", archive);
        Assert.Equal((0, $"{archive}: 0 errors, 0 warnings.\n"), (check.Code, check.Out));
        using (var made2 = await ZipFile.OpenReadAsync(archive))
        {
            var names = made2.Entries.Select(e => e.FullName).ToArray();
            Assert.Contains($"ChaosStorePkg/Code/{program}", names);
            Assert.Contains("ChaosStorePkg/Code/SfPerf.ChaosStore.dll", names);
            Assert.DoesNotContain(names, n => n.EndsWith(".pdb"));
        }

        Assert.Equal(0, (await Invocation.RunAsync(arguments)).Code);
        Assert.Equal(bytes, await File.ReadAllBytesAsync(archive));
    }

    [Fact]
    public async Task A_package_without_a_project_or_with_errors_is_not_made()
    {
        using var folder = new TemporaryFolder();
        var package = Copy(folder);
        var archive = Path.Combine(folder.Path, "a.sfpkg");
        string[] arguments = ["package", "--runtime", "linux-x64", "--package", package, "-o", archive];
        var (code, error) = await ErrorAsync(arguments);
        Assert.Equal(2, code);
        Assert.Contains("sfperf: The project SfPerf.ActorStore.csproj, whose program ", error);
        var manifest = Path.Combine(package, Manifest);
        var text = await File.ReadAllTextAsync(manifest);
        await File.WriteAllTextAsync(manifest, text.Replace("<Parameters>", "<Para>"));
        (code, error) = await ErrorAsync(arguments);
        Assert.Equal(2, code);
        Assert.Contains("This is not well-formed XML.", error);
        Assert.False(File.Exists(archive));
    }

    [Fact]
    public async Task A_run_deploys_a_package_that_is_a_file_and_unpacks_it_once()
    {
        using var folder = new TemporaryFolder();
        var archive = Path.Combine(folder.Path, "mine.sfpkg");
        await ZipFile.CreateFromDirectoryAsync(Product.File("ApplicationPackage"), archive);
        string[] arguments =
        [
            "run", Product.File("Parameters/local1.json"), "--set", $"ApplicationPackage={archive}",
            "--set", $"PublishProfile={Product.File("PublishProfiles/Local.1Node.xml")}",
            "/NumWriteOperationsTotal:64", "/NumReadOperationsTotal:64", "/NumItems:8", "--quiet",
        ];
        var planned = await Sfperf.RunAsync(folder, [.. arguments, "--dry-run"]);
        var unpacked = Assert.Single(Directory.GetDirectories(Path.Combine(folder.Path, "packages")));
        Assert.Contains($"Deploy {unpacked} with ", planned.Out);
        var run = await Sfperf.RunAsync(folder, arguments);
        Assert.True(run.Code == 0, run.Error);
        Assert.Equal(unpacked, Assert.Single(Directory.GetDirectories(Path.Combine(folder.Path, "packages"))));
    }

    [Fact]
    public async Task A_package_of_a_run_that_is_not_there_or_is_no_archive_is_refused()
    {
        using var folder = new TemporaryFolder();
        var broken = Path.Combine(folder.Path, "broken.sfpkg");
        await File.WriteAllTextAsync(broken, "no archive");
        foreach (var (package, problem) in new[]
        {
            ("none.sfpkg", "there is no such package in the current folder"),
            (broken, $"{broken}: This is no zip archive."),
        })
        {
            var (code, error) = await ErrorAsync(
                "run", Product.File("Parameters/local1.json"), "--set", $"ApplicationPackage={package}", "--dry-run");
            Assert.Equal(2, code);
            Assert.Contains($"ApplicationPackage = {package}: {problem}", error);
        }
    }

    [Theory]
    [InlineData("Build = /none: there is no such folder; allowed: the folder of the program sfperf of another build.",
        "--set", "Build=/none")]
    [InlineData("Build = /none: there is no such folder", "--a-build", "/none")]
    [InlineData("ApplicationPackage = none.sfpkg: there is no such package", "--b-package", "none.sfpkg")]
    [InlineData("Build = /: it has no cluster (", "--b-build", "/")]
    [InlineData("Build = /: a cluster elsewhere is of the build that started it; allowed with such a cluster: nothing.",
        "--a-build", "/", "--set", "ClusterAddress=127.0.0.1")]
    [InlineData("Build = /: SimulatedService needs no cluster, so there is no other build of it; allowed: nothing.",
        "--a-build", "/", "--set", "TargetServiceType=SimulatedService")]
    public async Task A_build_or_package_of_a_side_that_cannot_be_measured_is_refused(
        string problem, params string[] arguments)
    {
        var (code, error) = await ErrorAsync(
            ["ab", Product.File("Parameters/local1.json"), "--dry-run", .. arguments]);
        Assert.Equal(2, code);
        Assert.Contains(problem, error);
    }

    [Theory]
    [InlineData("give either --check PACKAGE, or --runtime RID and -o FILE.", "package")]
    [InlineData("give either --check", "package", "--check", "x", "--runtime", "linux-x64", "-o", "a.sfpkg")]
    [InlineData("give -o FILE: the name of a file *.sfpkg.", "package", "--runtime", "linux-x64", "-o", "a.zip")]
    [InlineData("--runtime linux: allowed is linux-x64, win-x64.", "package", "--runtime", "linux", "-o", "a.sfpkg")]
    public async Task A_wrong_command_line_says_what_is_allowed(string message, params string[] arguments)
    {
        var (code, error) = await ErrorAsync(arguments);
        Assert.Equal(2, code);
        Assert.Contains($"sfperf: {message}", error);
    }

    private static async Task<(int Code, string Error)> ErrorAsync(params string[] arguments)
    {
        var invocation = await Invocation.RunAsync(arguments);
        return (invocation.Code, invocation.Error);
    }

    private static string Copy(TemporaryFolder folder)
    {
        var source = Product.File("ApplicationPackage");
        // So deep that no project is near it.
        var target = Path.Combine(folder.Path, "solution", "application", "package");
        foreach (var file in Directory.EnumerateFiles(source, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(target, Path.GetRelativePath(source, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }

        return target;
    }
}
