using System;
using System.Reflection;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>Reads one argument of a method as an object.</summary>
internal delegate object? ArgumentReader(ref MessageReader reader);

/// <summary>Makes the readers of methods whose arguments are boxed.</summary>
internal static class ArgumentReaders
{
    /// <summary>Gets a reader for each argument that travels.</summary>
    internal static ArgumentReader[] Of(MethodInfo method)
    {
        var read = typeof(ArgumentReaders).GetMethod(nameof(ReadOne), BindingFlags.Static | BindingFlags.NonPublic)!;
        return Array.ConvertAll(
            MethodTable.ArgumentTypes(method), t => read.MakeGenericMethod(t).CreateDelegate<ArgumentReader>());
    }

    private static object? ReadOne<T>(ref MessageReader reader) => Codec<T>.Default.Read(ref reader);
}
