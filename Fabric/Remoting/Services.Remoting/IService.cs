namespace Microsoft.ServiceFabric.Services.Remoting;

/// <summary>Marks an interface whose methods can be called remotely.</summary>
/// <remarks>
/// Such an interface is public. Each of its methods returns <c>Task</c> or <c>Task&lt;T&gt;</c>, is not generic and has
/// no ref, out or in parameter; a <c>CancellationToken</c> is the last parameter, and the caller's cancellation reaches
/// it. Methods may be overloaded. An interface that breaks a rule is refused with an ArgumentException when a proxy or
/// a listener is created.
/// </remarks>
public interface IService
{
}
