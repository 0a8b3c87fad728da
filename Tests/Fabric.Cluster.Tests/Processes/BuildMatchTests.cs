using System;
using System.IO;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;
using SfPerf.Fabric.Hosting;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

public sealed class BuildMatchTests : IDisposable
{
    private const string Model = "SfPerf.ModelOfTest";
    private const string Runtime = "SfPerf.RuntimeOfTest";
    private readonly DirectoryInfo _runtime = Directory.CreateTempSubdirectory();
    private readonly DirectoryInfo _service = Directory.CreateTempSubdirectory();
    private readonly AssemblyLoadContext _context = new("service", isCollectible: true);

    public BuildMatchTests() => _context.Resolving += (context, name) => context.LoadFromAssemblyPath(
        FileOf(File.Exists(FileOf(_service, name.Name!)) ? _service : _runtime, name.Name!));

    [Fact]
    public void A_service_of_the_same_build_is_taken()
    {
        MakeModel(_runtime, "A", "B");
        MakeRuntime("A", "B");
        File.Copy(FileOf(_runtime, Model), FileOf(_service, Model));

        Require();
    }

    [Fact]
    public void A_service_of_another_build_that_has_all_that_is_used_is_taken()
    {
        MakeModel(_runtime, "A", "B");
        MakeRuntime("A");
        MakeModel(_service, "A");

        Require();
    }

    [Fact]
    public void A_service_whose_assemblies_lack_a_member_is_refused_with_its_name()
    {
        MakeModel(_runtime, "A", "B");
        MakeRuntime("A", "B");
        MakeModel(_service, "A");

        var refused = Assert.Throws<FileLoadException>(Require);

        Assert.Contains("another version of SfPerf than this cluster's", refused.Message, StringComparison.Ordinal);
        Assert.Contains(Model, refused.Message, StringComparison.Ordinal);
        Assert.Contains("Contract.B", refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("Contract.A", refused.Message, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _context.Unload();
        _runtime.Delete(recursive: true);
        _service.Delete(recursive: true);
    }

    private static string FileOf(DirectoryInfo folder, string name) => Path.Combine(folder.FullName, name + ".dll");

    private void Require() => BuildMatch.Require(
        _context.LoadFromAssemblyPath(FileOf(_runtime, Runtime)), _runtime.FullName, _service.FullName);

    // An assembly with the class Contract, which has these methods.
    private static void MakeModel(DirectoryInfo folder, params string[] methods)
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName(Model), typeof(object).Assembly);
        var type = assembly.DefineDynamicModule(Model).DefineType("Contract", TypeAttributes.Public);
        foreach (var name in methods)
        {
            var method = type.DefineMethod(
                name, MethodAttributes.Public | MethodAttributes.Static, typeof(void), Type.EmptyTypes);
            method.GetILGenerator().Emit(OpCodes.Ret);
        }
        type.CreateType();
        assembly.Save(FileOf(folder, Model));
    }

    // An assembly that calls these methods of the model in the runtime's folder.
    private void MakeRuntime(params string[] called)
    {
        var making = new AssemblyLoadContext("making", isCollectible: true);
        var model = making.LoadFromAssemblyPath(FileOf(_runtime, Model)).GetType("Contract")!;
        var assembly = new PersistedAssemblyBuilder(new AssemblyName(Runtime), typeof(object).Assembly);
        var type = assembly.DefineDynamicModule(Runtime).DefineType("Caller", TypeAttributes.Public);
        var code = type.DefineMethod(
            "Call", MethodAttributes.Public | MethodAttributes.Static, typeof(void), Type.EmptyTypes).GetILGenerator();
        foreach (var name in called)
            code.Emit(OpCodes.Call, model.GetMethod(name)!);
        code.Emit(OpCodes.Ret);
        type.CreateType();
        assembly.Save(FileOf(_runtime, Runtime));
        making.Unload();
    }
}
