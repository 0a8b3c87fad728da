using System.Reflection;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Runtime;

/// <summary>
/// The arguments of a remote method as one value: how they are read, and how the method is called with them.
/// </summary>
internal interface IArguments<TSelf>
    where TSelf : IArguments<TSelf>
{
    /// <summary>Binds a method to its service object, once.</summary>
    static abstract object Bind(MethodInfo method, object service);

    /// <summary>Binds a method to no object: it is called on the one that each call names.</summary>
    static abstract object BindOpen(MethodInfo method);

    static abstract TSelf Read(object bound, ref MessageReader reader);

    /// <summary>Reads headers of the client's program, then the arguments.</summary>
    static virtual TSelf ReadWithHeaders(object bound, ref MessageReader reader)
    {
        HeaderBlock.Skip(ref reader);
        return TSelf.Read(bound, ref reader);
    }

    /// <summary>Gives back the arrays among the arguments. The call has ended, and its reply is written.</summary>
    void GiveBack(ReusedArrays arrays);

    Task Invoke(object bound, CancellationToken token);

    /// <summary>Calls an open binding on an object that implements the method's interface.</summary>
    Task InvokeOn(object target, object bound, CancellationToken token);
}
