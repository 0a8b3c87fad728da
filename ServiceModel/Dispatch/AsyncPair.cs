using System.Reflection;
using System.ServiceModel.Description;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Threading;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>Runs a service's Begin and End as one task.</summary>
internal sealed class AsyncPair
{
    private readonly MethodInvoker _begin;
    private readonly MethodInvoker _end;
    private readonly int _given;
    private readonly int[] _taken;

    internal AsyncPair(OperationDescription operation)
    {
        _begin = MethodInvoker.Create(operation.BeginMethod!);
        _end = MethodInvoker.Create(operation.EndMethod!);
        _given = operation.BeginMethod!.GetParameters().Length - 2;
        _taken = OperationSignature.Of(operation).PlacesOf(operation.EndMethod!);
    }

    /// <summary>Calls Begin and, when that has completed, on the same synchronization context End; what End gives back
    /// besides its result goes into the arguments.</summary>
    internal Task<object?> InvokeAsync(object instance, object?[] arguments)
    {
        var done = new TaskCompletionSource<object?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var context = SynchronizationContext.Current;
        AsyncCallback callback = result =>
        {
            if (result.CompletedSynchronously)
                return;
            if (context is null)
                Finish(instance, arguments, result, done);
            else
                context.Queue(() => Finish(instance, arguments, result, done));
        };
        object?[] given = [.. arguments.AsSpan(0, _given), callback, null];
        if (_begin.Invoke(instance, given.AsSpan()) is not IAsyncResult begun)
            throw new InvalidOperationException("An operation's Begin returned no IAsyncResult.");
        if (begun.CompletedSynchronously)
            Finish(instance, arguments, begun, done);
        return done.Task;
    }

    private void Finish(object instance, object?[] arguments, IAsyncResult begun, TaskCompletionSource<object?> done)
    {
        try
        {
            var taken = new object?[_taken.Length + 1];
            for (var i = 0; i < _taken.Length; i++)
                taken[i] = arguments[_taken[i]];
            taken[^1] = begun;
            var result = _end.Invoke(instance, taken.AsSpan());
            for (var i = 0; i < _taken.Length; i++)
                arguments[_taken[i]] = taken[i];
            done.TrySetResult(result);
        }
        catch (Exception e)
        {
            done.TrySetException(e);
        }
    }
}
