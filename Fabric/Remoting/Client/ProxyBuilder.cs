using System;
using System.Collections.Concurrent;
using System.Reflection;
using System.Reflection.Emit;
using System.Threading;
using Microsoft.ServiceFabric.Services.Remoting.Builder;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using SfPerf.Fabric.Remoting.Wire;

namespace SfPerf.Fabric.Remoting.Client;

/// <summary>
/// Makes, once an interface, the class whose methods are remote calls: generated code, since a DispatchProxy would box
/// every argument. The interface must be public, as for Service Fabric's remoting.
/// </summary>
internal static class ProxyBuilder
{
    private const MethodAttributes Implementation = MethodAttributes.Public | MethodAttributes.Virtual
        | MethodAttributes.Final | MethodAttributes.HideBySig | MethodAttributes.NewSlot;

    private static readonly ModuleBuilder Module = AssemblyBuilder
        .DefineDynamicAssembly(new AssemblyName("SfPerf.Fabric.Remoting.Proxies"), AssemblyBuilderAccess.Run)
        .DefineDynamicModule("Proxies");

    private static int _made;

    /// <exception cref="ArgumentException">
    /// The interface is not public or has a method that cannot be remote.
    /// </exception>
    internal static Func<ServiceProxy> FactoryOf(Type contract) => FactoryOf<ServiceProxy>(contract);

    /// <summary>Makes proxies with a base class of their own, whose calls name the object that they are for.</summary>
    /// <exception cref="ArgumentException">
    /// The interface is not public or has a method that cannot be remote.
    /// </exception>
    internal static Func<TProxy> FactoryOf<TProxy>(Type contract)
        where TProxy : ProxyBase =>
        Factories<TProxy>.All.GetOrAdd(contract, static c => new(() => Build<TProxy>(c))).Value;

    /// <summary>Makes proxies whose calls are messages for a client factory.</summary>
    /// <exception cref="ArgumentException">
    /// The interface is not public or has a method that cannot be remote.
    /// </exception>
    internal static Func<TProxy> MessageFactoryOf<TProxy>(Type contract)
        where TProxy : ProxyBase =>
        Factories<TProxy>.OfMessages.GetOrAdd(contract, static c => new(() => Build<TProxy>(c, messages: true))).Value;

    private static Func<TProxy> Build<TProxy>(Type contract, bool messages = false)
        where TProxy : ProxyBase
    {
        if (!contract.IsInterface || !contract.IsVisible)
            throw new ArgumentException($"'{contract}' must be a public interface to be called remotely.");
        var methods = MethodTable.Of(contract);
        var type = Module.DefineType(
            $"Proxy{Interlocked.Increment(ref _made)}.{contract.FullName}",
            TypeAttributes.Public | TypeAttributes.Sealed,
            typeof(TProxy));
        type.AddInterfaceImplementation(contract);
        type.DefineDefaultConstructor(MethodAttributes.Public);
        foreach (var method in methods)
        {
            if (messages)
                ImplementAsMessage(type, method);
            else
                Implement(type, method, namesTarget: typeof(TProxy) != typeof(ServiceProxy));
        }
        var made = type.CreateType();
        return made.GetConstructor(Type.EmptyTypes)!.CreateFactory<TProxy>();
    }

    private static Func<TProxy> CreateFactory<TProxy>(this ConstructorInfo constructor)
    {
        var create = new DynamicMethod("Create", typeof(TProxy), Type.EmptyTypes, constructor.Module);
        var il = create.GetILGenerator();
        il.Emit(OpCodes.Newobj, constructor);
        il.Emit(OpCodes.Ret);
        return create.CreateDelegate<Func<TProxy>>();
    }

    private static MethodBuilder Define(TypeBuilder type, MethodInfo method)
    {
        var implementation = type.DefineMethod(
            $"{method.DeclaringType!.FullName}.{method.Name}", Implementation, method.ReturnType,
            Array.ConvertAll(method.GetParameters(), p => p.ParameterType));
        type.DefineMethodOverride(implementation, method);
        return implementation;
    }

    // SendMessage(the interface's method, [argument, ...], this, token)
    private static void ImplementAsMessage(TypeBuilder type, MethodInfo method)
    {
        var arguments = MethodTable.ArgumentTypes(method);
        var il = Define(type, method).GetILGenerator();
        il.Emit(OpCodes.Ldtoken, method);
        il.Emit(OpCodes.Ldtoken, method.DeclaringType!);
        il.Emit(OpCodes.Call, typeof(MethodBase).GetMethod(
            nameof(MethodBase.GetMethodFromHandle), [typeof(RuntimeMethodHandle), typeof(RuntimeTypeHandle)])!);
        il.Emit(OpCodes.Ldc_I4, arguments.Length);
        il.Emit(OpCodes.Newarr, typeof(object));
        for (var i = 0; i < arguments.Length; i++)
        {
            il.Emit(OpCodes.Dup);
            il.Emit(OpCodes.Ldc_I4, i);
            il.Emit(OpCodes.Ldarg, i + 1);
            il.Emit(OpCodes.Box, arguments[i]);
            il.Emit(OpCodes.Stelem_Ref);
        }
        il.Emit(OpCodes.Ldarg_0);
        EmitToken(il, MethodTable.TakesToken(method) ? arguments.Length + 1 : null);
        il.Emit(OpCodes.Call, method.ReturnType == typeof(System.Threading.Tasks.Task)
            ? Runtime(nameof(ProxyRuntime.SendPlainMessage), null)
            : Runtime(nameof(ProxyRuntime.SendMessage), MethodTable.ResultType(method)));
        il.Emit(OpCodes.Ret);
    }

    private static void Implement(TypeBuilder type, MethodInfo method, bool namesTarget)
    {
        var parameters = method.GetParameters();
        var implementation = Define(type, method);
        var il = implementation.GetILGenerator();
        var plain = method.ReturnType == typeof(System.Threading.Tasks.Task);
        var result = plain ? null : MethodTable.ResultType(method);
        il.Emit(OpCodes.Ldc_I4, MethodTable.IdOf(method));
        il.Emit(OpCodes.Call, Runtime(plain ? nameof(ProxyRuntime.BeginPlain) : nameof(ProxyRuntime.Begin), result));
        if (namesTarget)
        {
            il.Emit(OpCodes.Dup);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Call, Runtime(nameof(ProxyRuntime.WriteTarget), null));
        }
        for (var i = 0; i < parameters.Length; i++)
        {
            if (parameters[i].ParameterType == typeof(CancellationToken))
                continue;
            il.Emit(OpCodes.Dup);
            il.Emit(OpCodes.Ldarg, i + 1);
            il.Emit(OpCodes.Call, Runtime(nameof(ProxyRuntime.Write), parameters[i].ParameterType));
        }
        il.Emit(OpCodes.Ldarg_0);
        EmitToken(il, MethodTable.TakesToken(method) ? parameters.Length : null);
        il.Emit(OpCodes.Call, Runtime(plain ? nameof(ProxyRuntime.SendPlain) : nameof(ProxyRuntime.Send), result));
        il.Emit(OpCodes.Ret);
    }

    private static void EmitToken(ILGenerator il, int? argument)
    {
        if (argument is { } index)
        {
            il.Emit(OpCodes.Ldarg, index);
            return;
        }
        var none = il.DeclareLocal(typeof(CancellationToken));
        il.Emit(OpCodes.Ldloca, none);
        il.Emit(OpCodes.Initobj, typeof(CancellationToken));
        il.Emit(OpCodes.Ldloc, none);
    }

    private static MethodInfo Runtime(string name, Type? argument)
    {
        var method = typeof(ProxyRuntime).GetMethod(name)!;
        return argument is null ? method : method.MakeGenericMethod(argument);
    }

    private static class Factories<TProxy>
    {
        internal static readonly ConcurrentDictionary<Type, Lazy<Func<TProxy>>> All = new();
        internal static readonly ConcurrentDictionary<Type, Lazy<Func<TProxy>>> OfMessages = new();
    }
}
