using System;
using System.Linq.Expressions;
using System.Reflection;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Runtime;

namespace SfPerf.Fabric.Actors.Runtime.Activation;

/// <summary>Makes actors by their constructor (ActorService, ActorId).</summary>
internal static class ActorConstructor
{
    /// <summary>Gets what calls the constructor. A class without one fails at its first actor, as it may be made by a
    /// factory only.</summary>
    internal static Func<ActorService, ActorId, ActorBase> Of(ActorTypeInformation information)
    {
        var type = information.ImplementationType;
        var constructor = type.GetConstructor(
            BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic,
            [typeof(ActorService), typeof(ActorId)]);
        if (constructor is null || type.IsAbstract)
        {
            return (_, _) => throw new InvalidOperationException(
                $"{type} is abstract or has no constructor (ActorService, ActorId), and its service no actor factory.");
        }
        var service = Expression.Parameter(typeof(ActorService));
        var id = Expression.Parameter(typeof(ActorId));
        return Expression.Lambda<Func<ActorService, ActorId, ActorBase>>(
            Expression.New(constructor, service, id), service, id).Compile();
    }
}
